// SPDX-License-Identifier: Apache-2.0

// Sends requests at a constant rate, however late the answers are, as independent clients do:
//
//   pace HOST PORT RATE SECONDS METHOD PATTERN FIRST [BODY]
//
// PATTERN is a path with a place for a number, such as /v1/render?blur=%.4f, which is FIRST and grows by
// 0.0001 from request to request. The answer is a line of JSON, times in milliseconds; it has the times of
// answers with 200 and with 503 apart as well, and the processor time of this program.
//
// Each time is from the moment a request was due to the last byte of the answer, so that a server which
// stalls is charged for everything that came due meanwhile. The program shares the machine with the server,
// so it costs as little as wrk does: the rate is a share of what wrk measured.

#define _GNU_SOURCE
#include "answer.h"
#include "times.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

// How long answers are waited for after the last request.
static const double patience_seconds = 30;
// What counts as the time of a request that failed: nobody is the faster for it.
static const double failure_milliseconds = 1e6;

// The congestion control that every kernel has and anybody may choose.
static const char plain_control[] = "reno";

enum { head_capacity = 1024, read_capacity = 1 << 16 };

struct connection {
    struct connection *next_idle;
    int socket;
    bool is_idle;
    double due;
    char head[head_capacity];
    size_t head_length;
    size_t sent;
    struct answer answer;
};

struct load {
    struct sockaddr_in address;
    const char *host;
    const char *method;
    const char *pattern;
    double first;
    char *body;
    size_t body_length;
    int events;
    struct connection *idle;
    double *latencies;
    int *statuses;
    size_t answered;
    size_t failed;
};

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void read_body(struct load *load, const char *path) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file < 0 || fstat(file, &about) != 0) fail(path);
    load->body_length = (size_t)about.st_size;
    load->body = malloc(load->body_length + 1);
    if (load->body == NULL) fail("malloc");
    size_t length = 0;
    while (length < load->body_length) {
        ssize_t count = read(file, load->body + length, load->body_length - length);
        if (count <= 0) fail(path);
        length += (size_t)count;
    }
    close(file);
}

// A status of 0 means that there was no answer.
static void note(struct load *load, double milliseconds, int status) {
    load->latencies[load->answered] = milliseconds;
    load->statuses[load->answered++] = status;
    load->failed += status != 200;
}

static void discard(struct load *load, struct connection *connection) {
    for (struct connection **link = &load->idle; *link != NULL; link = &(*link)->next_idle) {
        if (*link == connection) {
            *link = connection->next_idle;
            break;
        }
    }
    close(connection->socket);
    free(connection);
}

static void finish(struct load *load, struct connection *connection, bool is_answered) {
    const struct answer *answer = &connection->answer;
    int status = is_answered ? answer->status : 0;
    note(load, status != 0 ? (now() - connection->due) * 1e3 : failure_milliseconds, status);
    bool is_sent = connection->sent == connection->head_length + load->body_length;
    if (!is_answered || answer->part != ANSWER_OVER || answer->is_last || !is_sent) {
        return discard(load, connection);
    }
    connection->is_idle = true;
    connection->next_idle = load->idle;
    load->idle = connection;
}

static void receive(struct load *load, struct connection *connection) {
    static char bytes[read_capacity];
    struct answer *answer = &connection->answer;
    while (true) {
        ssize_t count = recv(connection->socket, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) return finish(load, connection, count == 0 && answer->part == ANSWER_UNTIL_CLOSE);
        size_t taken = 0;
        while (taken < (size_t)count) taken += answer_take(answer, bytes + taken, (size_t)count - taken);
        if (answer->part == ANSWER_OVER) return finish(load, connection, true);
    }
}

// Sends as much as the socket takes; whether it still stands.
static bool transmit(struct load *load, struct connection *connection) {
    size_t whole = connection->head_length + load->body_length;
    while (connection->sent < whole) {
        bool is_in_head = connection->sent < connection->head_length;
        size_t of_body = is_in_head ? 0 : connection->sent - connection->head_length;
        struct iovec parts[2] = {
            {connection->head + connection->sent, is_in_head ? connection->head_length - connection->sent : 0},
            {load->body_length ? load->body + of_body : NULL, load->body_length - of_body},
        };
        struct msghdr message = {.msg_iov = parts + !is_in_head, .msg_iovlen = is_in_head ? 2 : 1};
        ssize_t count = sendmsg(connection->socket, &message, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN;
        connection->sent += (size_t)count;
    }
    return true;
}

// A connection that is idle, or a new one; NULL where there is none to be had.
static struct connection *connection_for(struct load *load) {
    struct connection *connection = load->idle;
    if (connection != NULL) {
        load->idle = connection->next_idle;
        return connection;
    }
    connection = calloc(1, sizeof *connection);
    if (connection == NULL) fail("calloc");
    connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (connection->socket < 0) {
        free(connection);
        return NULL;
    }
    int yes = 1;
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    // Where the system's choice is BBR, it paces uploads by timers: on the loopback they stand still for
    // milliseconds, and no server can help that.
    if (setsockopt(connection->socket, IPPROTO_TCP, TCP_CONGESTION, plain_control, sizeof plain_control - 1) != 0) {
        fail("reno");
    }
    const struct sockaddr *address = (const struct sockaddr *)&load->address;
    int connected = connect(connection->socket, address, sizeof load->address);
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = connection};
    if ((connected != 0 && errno != EINPROGRESS) ||
        epoll_ctl(load->events, EPOLL_CTL_ADD, connection->socket, &event) != 0) {
        close(connection->socket);
        free(connection);
        return NULL;
    }
    return connection;
}

static void ask(struct load *load, size_t index, double due) {
    struct connection *connection = connection_for(load);
    if (connection == NULL) return note(load, failure_milliseconds, 0);
    char path[head_capacity / 2];
// The pattern is the caller's, who starts this program.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(path, sizeof path, load->pattern, load->first + (double)index * 1e-4);
#pragma GCC diagnostic pop
    int length =
        snprintf(connection->head, head_capacity, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %zu\r\n\r\n",
                 load->method, path, load->host, load->body_length);
    if (length < 0 || length >= head_capacity) {
        fputs("pace: a path that is too long\n", stderr);
        exit(2);
    }
    connection->is_idle = false;
    connection->due = due;
    connection->head_length = (size_t)length;
    connection->sent = 0;
    answer_begin(&connection->answer);
    if (!transmit(load, connection)) finish(load, connection, false);
}

static void print_figures(struct load *load, double rate) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    printf("{");
    times_print_of("served", load->latencies, load->statuses, load->answered, 200);
    times_print_of("refused", load->latencies, load->statuses, load->answered, 503);
    printf("\"cpu\": %.1f, ", seconds * 1e3);
    // Nobody is the faster for a request that failed.
    for (size_t index = 0; index < load->answered; index++) {
        if (load->statuses[index] != 200) load->latencies[index] = failure_milliseconds;
    }
    times_print(load->latencies, load->answered, rate, load->failed);
}

static void serve(struct load *load, struct connection *connection, uint32_t events) {
    if (connection->is_idle) {
        if (events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) discard(load, connection);
        return;
    }
    if (events & EPOLLOUT && !transmit(load, connection)) return finish(load, connection, false);
    if (events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR)) receive(load, connection);
}

int main(int count, char **arguments) {
    if (count < 8) {
        fputs("usage: pace HOST PORT RATE SECONDS METHOD PATTERN FIRST [BODY]\n", stderr);
        return 2;
    }
    struct load load = {.host = arguments[1], .method = arguments[5], .pattern = arguments[6]};
    load.address = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(arguments[2]))};
    if (inet_pton(AF_INET, load.host, &load.address.sin_addr) != 1) fail(load.host);
    double rate = atof(arguments[3]), seconds = atof(arguments[4]);
    if (!(rate > 0)) {
        fputs("pace: a rate above zero, please\n", stderr);
        return 2;
    }
    struct rlimit descriptors;
    if (getrlimit(RLIMIT_NOFILE, &descriptors) == 0) {
        descriptors.rlim_cur = descriptors.rlim_max;
        setrlimit(RLIMIT_NOFILE, &descriptors);
    }
    load.first = atof(arguments[7]);
    if (count > 8) read_body(&load, arguments[8]);
    size_t wanted = rate * seconds > 2 ? (size_t)(rate * seconds) : 2, asked = 0;
    load.latencies = calloc(wanted, sizeof *load.latencies);
    load.statuses = calloc(wanted, sizeof *load.statuses);
    load.events = epoll_create1(EPOLL_CLOEXEC);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (load.latencies == NULL || load.statuses == NULL || load.events < 0 || timer < 0) fail("pace");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    if (epoll_ctl(load.events, EPOLL_CTL_ADD, timer, &event) != 0) fail("epoll_ctl");

    double start = now();
    while (load.answered < wanted && now() < start + seconds + patience_seconds) {
        while (asked < wanted && start + (double)asked / rate <= now()) {
            ask(&load, asked, start + (double)asked / rate);
            asked++;
        }
        double due = asked < wanted ? start + (double)asked / rate : now() + 1;
        struct itimerspec alarm = {.it_value = {(time_t)due, (long)((due - (double)(time_t)due) * 1e9)}};
        timerfd_settime(timer, TFD_TIMER_ABSTIME, &alarm, NULL);
        struct epoll_event events[64];
        int ready = epoll_wait(load.events, events, 64, -1);
        if (ready < 0 && errno != EINTR) fail("epoll_wait");
        for (int index = 0; index < ready; index++) {
            struct connection *connection = events[index].data.ptr;
            if (connection != NULL) serve(&load, connection, events[index].events);
        }
    }
    while (load.answered < wanted) note(&load, failure_milliseconds, 0);
    print_figures(&load, rate);
    return 0;
}
