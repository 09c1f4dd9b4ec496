// SPDX-License-Identifier: Apache-2.0

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.api.ImagesApi.*;
import org.openapitools.client.api.RenderingApi.*;
import org.openapitools.client.model.*;

/** What each client of the trial does, with the client that openapi-generator makes for Java. */
public class Trial {
    /** Writes a file as its bytes: the generated client gives every body to its writer of JSON. */
    static class Bytes extends JsonSerializer<File> {
        @Override
        public void serialize(File file, JsonGenerator json, SerializerProvider provider) throws IOException {
            Files.copy(file.toPath(), (OutputStream) json.getOutputTarget());
        }
    }

    static void tell(String name, File file) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file.toPath()));
        System.out.println(name + " " + HexFormat.of().formatHex(digest));
    }

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        ObjectMapper mapper = client.getObjectMapper();
        client.setObjectMapper(mapper.registerModule(new SimpleModule().addSerializer(File.class, new Bytes())));
        File picture = new File(arguments[1]);
        ImagesApi images = new ImagesApi(client);
        RenderingApi rendering = new RenderingApi(client);

        Image image = images.keepImage(APIKeepImageRequest.newBuilder().body(picture).build());
        System.out.println("keep " + image.getId() + " " + image.getWidth());
        tell("fetch", images.getImage(APIGetImageRequest.newBuilder().digest(image.getId()).build()));
        tell("render", rendering.renderImage(APIRenderImageRequest.newBuilder()
            .digest(image.getId()).blur(new BigDecimal("8.5")).region(List.of("10%,10%,50%,50%", "0,0,9,9"))
            .progressive(true).format(Format.JPEG).build()));
        // It accepts all formats of the contract, so that photos would become WebP.
        tell("upload", rendering.renderUpload(APIRenderUploadRequest.newBuilder()
            .body(picture).material(Material.SYSTEM_THIN_MATERIAL).appearance("dark").scale(new BigDecimal(2))
            .format(Format.JPEG).build()));

        Layer pane = new Layer()
            .frame(new SceneFrame().x("10%").width("80%"))
            .corners(new Corners().radius("20pt"))
            .material("systemThinMaterial")
            .addLayersItem(new Layer().shape(ShapeName.ELLIPSE).vibrancy(Vibrancy.FILL));
        Scene scene = new Scene().addLayersItem(pane);
        tell("form", rendering.renderForm(APIRenderFormRequest.newBuilder()
            .image(picture).scene(mapper.writeValueAsString(scene)).scale(new BigDecimal(2)).optimize(true)
            .region(List.of()).format(Format.JPEG).build()));
        scene.backdrop(new KeptImage().digest(image.getId()));
        tell("scene", rendering.renderScene(APIRenderSceneRequest.newBuilder()
            .scene(scene).scale(new BigDecimal(2)).optimize(true).format(Format.JPEG).build()));

        RenderPlan plan = rendering.planImage(
            APIPlanImageRequest.newBuilder().digest(image.getId()).blur(new BigDecimal("8.5")).build());
        System.out.println(
            "plan " + plan.getSteps().get(0).getType() + " " + plan.getResult().getMediaType().getValue());
        try {
            rendering.renderUpload(APIRenderUploadRequest.newBuilder().body(picture).filter("blurr(2px)").build());
        } catch (ApiException error) {
            Problem problem = mapper.readValue(error.getResponseBody(), Problem.class);
            System.out.println("problem " + problem.getType().getValue() + " " + problem.getParameter());
        }
    }
}
