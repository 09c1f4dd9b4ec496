// SPDX-License-Identifier: Apache-2.0
// What each client of the trial does, with the client that openapi-generator makes for fetch.

import { Configuration, ImagesApi, RenderingApi, ResponseError, Scene } from './index';

declare const process: { argv: string[]; exit(code: number): never };
declare function require(name: string): any;
const { createHash } = require('crypto');
const { readFileSync } = require('fs');

async function tell(name: string, content: Blob) {
    const digest = createHash('sha256').update(new Uint8Array(await content.arrayBuffer())).digest('hex');
    console.log(name, digest);
}

async function main(address: string, path: string) {
    const picture = new Blob([readFileSync(path)]);
    const configuration = new Configuration({ basePath: address });
    const images = new ImagesApi(configuration);
    const rendering = new RenderingApi(configuration);
    const image = await images.keepImage({ body: picture });
    const digest = image.id;
    console.log('keep', digest, image.width);
    await tell('fetch', await images.getImage({ digest }));
    const region = ['10%,10%,50%,50%', '0,0,9,9'];
    await tell('render', await rendering.renderImage({ digest, blur: 8.5, region, progressive: true, format: 'jpeg' }));
    await tell('upload', await rendering.renderUpload({
        body: picture, material: 'systemThinMaterial', appearance: 'dark', scale: 2,
    }));
    const scene: Scene = {
        layers: [{
            frame: { x: '10%', width: '80%' },
            corners: { radius: '20pt' },
            material: 'systemThinMaterial',
            layers: [{ shape: 'ellipse', vibrancy: 'fill' }],
        }],
    };
    await tell('form', await rendering.renderForm({
        image: picture, scene: JSON.stringify(scene), scale: 2, optimize: true,
    }));
    await tell('scene', await rendering.renderScene({
        scene: { ...scene, backdrop: { digest } }, scale: 2, optimize: true,
    }));
    const plan = await rendering.planImage({ digest, blur: 8.5 });
    console.log('plan', plan.steps[0].type, plan.result.mediaType);
    try {
        await rendering.renderUpload({ body: picture, filter: 'blurr(2px)' });
    } catch (error) {
        if (!(error instanceof ResponseError)) throw error;
        const problem = await error.response.json();
        console.log('problem', problem.type, problem.parameter);
    }
}

main(process.argv[2], process.argv[3]).catch((error) => {
    console.error(error);
    process.exit(1);
});
