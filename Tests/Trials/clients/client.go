// SPDX-License-Identifier: Apache-2.0
// What each client of the trial does, with the client that openapi-generator makes for Go.

package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	frostpane "frostpane"
)

func must[Value any](value Value, err error) Value {
	if err != nil {
		panic(err)
	}
	return value
}

func picture() *os.File { return must(os.Open(os.Args[2])) }

func tell(name string, file *os.File, err error) {
	if err != nil {
		panic(err)
	}
	must(file.Seek(0, io.SeekStart))
	fmt.Printf("%s %x\n", name, sha256.Sum256(must(io.ReadAll(file))))
}

func main() {
	configuration := frostpane.NewConfiguration()
	configuration.Servers = frostpane.ServerConfigurations{{URL: os.Args[1]}}
	client := frostpane.NewAPIClient(configuration)
	ctx := context.Background()
	image, _, err := client.ImagesAPI.KeepImage(ctx).Body(picture()).Execute()
	must(image, err)
	fmt.Println("keep", image.Id, image.Width)
	file, _, err := client.ImagesAPI.GetImage(ctx, image.Id).Execute()
	tell("fetch", file, err)
	file, _, err = client.RenderingAPI.RenderImage(ctx, image.Id).Blur(8.5).
		Region([]string{"10%,10%,50%,50%", "0,0,9,9"}).Progressive(true).Format(frostpane.JPEG).Execute()
	tell("render", file, err)
	// The client accepts every format, of which the server would choose a smaller one.
	file, _, err = client.RenderingAPI.RenderUpload(ctx).Body(picture()).
		Material(frostpane.SYSTEM_THIN_MATERIAL).Appearance("dark").Scale(2).Format(frostpane.JPEG).Execute()
	tell("upload", file, err)

	pane := frostpane.NewLayer()
	frame := frostpane.NewSceneFrame()
	frame.SetX("10%")
	frame.SetWidth("80%")
	pane.SetFrame(*frame)
	corners := frostpane.NewCorners()
	corners.SetRadius("20pt")
	pane.SetCorners(*corners)
	pane.SetMaterial("systemThinMaterial")
	shape := frostpane.NewLayer()
	shape.SetShape(frostpane.ELLIPSE)
	shape.SetVibrancy(frostpane.FILL)
	pane.SetLayers([]frostpane.Layer{*shape})
	scene := frostpane.NewScene()
	scene.SetLayers([]frostpane.Layer{*pane})
	text := string(must(json.Marshal(scene)))
	file, _, err = client.RenderingAPI.RenderForm(ctx).Image(picture()).Scene(text).Scale(2).Optimize(true).Format(frostpane.JPEG).Execute()
	tell("form", file, err)
	scene.SetBackdrop(*frostpane.NewKeptImage(image.Id))
	file, _, err = client.RenderingAPI.RenderScene(ctx).Scene(*scene).Scale(2).Optimize(true).Format(frostpane.JPEG).Execute()
	tell("scene", file, err)
	plan, _, err := client.RenderingAPI.PlanImage(ctx, image.Id).Blur(8.5).Execute()
	must(plan, err)
	fmt.Println("plan", plan.Steps[0].Type, plan.Result.MediaType)
	_, _, err = client.RenderingAPI.RenderUpload(ctx).Body(picture()).Filter("blurr(2px)").Execute()
	var failure *frostpane.GenericOpenAPIError
	if errors.As(err, &failure) {
		problem := failure.Model().(frostpane.Problem)
		fmt.Println("problem", problem.Type, problem.GetParameter())
	}
}
