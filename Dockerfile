# SPDX-License-Identifier: Apache-2.0
#
#   docker build --tag frostpane .
#   docker run --rm --read-only --publish 127.0.0.1:8080:8080 frostpane
#
# With `--build-arg FONTS=small` it has fonts for Latin, Greek, Cyrillic, Arabic and Hebrew alone, and is 145 MB
# smaller; without, for nearly all scripts and emoji. Docs/text.md lists them.
#
# Every option of `frostpane serve` is an environment variable here; flags would not reach the health check.

FROM swift:6.3-bookworm AS build
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends libjpeg-dev liblcms2-dev libpng-dev libssl-dev zlib1g-dev \
        libavif-dev libcurl4-openssl-dev libde265-dev libgif-dev libheif-dev libjxl-dev libseccomp-dev libtiff-dev libwebp-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
# Leaves out of the package what only Benchmarks and Tests need, so that changes there keep every layer.
ENV FROSTPANE_SOURCES_ONLY=1
COPY Package.swift ./
RUN swift package resolve
COPY openapi.yaml ./
COPY Sources ./Sources
COPY Scripts/install Scripts/static-flags ./Scripts/
# The flags are several words.
# hadolint ignore=SC2086
RUN flags=$(Scripts/static-flags) \
    && swift build --configuration release --product frostpane $flags \
    && strip .build/release/frostpane \
    && Scripts/install .build/release/frostpane /out

FROM debian:bookworm-slim
ARG FONTS=all
# What ldd says of the program, then Pango, which is loaded with the first text, fonts, the libraries that codec
# processes load, and libcurl with certificates for object stores. All get their security updates from the
# distribution, so versions are not pinned: Debian removes the old ones. The cache of fonts is made here, as nothing
# can be written later; an image with more fonts runs fc-cache likewise. It holds for folders of the same time alone,
# of which a layer keeps whole seconds.
# hadolint ignore=DL3008,SC2086
RUN case "$FONTS" in \
        all) fonts="fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji" ;; \
        small) fonts="" ;; \
        *) echo "FONTS is all or small, not $FONTS" >&2; exit 1 ;; \
    esac \
    && apt-get update \
    && apt-get install --yes --no-install-recommends libjpeg62-turbo liblcms2-2 libpng16-16 libssl3 zlib1g \
        libpangocairo-1.0-0 fonts-dejavu-core fontconfig $fonts \
        libwebpdemux2 libavif15 libheif1 libde265-0 libgif7 libtiff6 librsvg2-2 libjxl0.7 libseccomp2 \
        libcurl4 ca-certificates \
    && find /usr/share/fonts /usr/local/share/fonts -type d -exec touch --date="@$(date +%s)" {} + \
    && fc-cache --system-only \
    && rm -rf /var/lib/apt/lists/* \
    && install -d -o 10001 -g 10001 -m 0750 /var/lib/frostpane
# The program, its manual page, and completions for shells.
COPY --from=build /out /usr/local

# A container has to answer others than itself. Who may reach it is up to its network, a proxy, or
# FROSTPANE_TOKEN. For 5 seconds after SIGTERM it still serves, so that a balancer finds out, and the drain ends
# before `docker stop` would kill, after 10: raise both together (docker stop --time, docker run --stop-timeout).
ENV FROSTPANE_LISTEN=0.0.0.0:8080 \
    FROSTPANE_INSECURE=true \
    FROSTPANE_LAME_DUCK=5s \
    FROSTPANE_DRAIN=4s \
    FROSTPANE_LOG_FORMAT=json
EXPOSE 8080
# No name, so that `runAsNonRoot` of an orchestrator can tell that it is not root. Nothing is ever written, unless
# FROSTPANE_STORE names a folder: a volume at /var/lib/frostpane belongs to this user.
USER 10001:10001
WORKDIR /
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s --retries=3 CMD ["frostpane", "health"]
ENTRYPOINT ["frostpane"]
CMD ["serve"]

ARG VERSION=0.3.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Frostpane" \
      org.opencontainers.image.description="The frosted-glass engine for servers" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.base.name="docker.io/library/debian:bookworm-slim" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
