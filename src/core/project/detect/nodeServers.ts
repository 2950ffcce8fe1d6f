// Frameworks of Node.js that build before they run: what their build makes, and how that is started.
import { type Manifest, objectAt } from "./projectManifest";

interface NodeServer {
  /** What the build makes and the start needs. */
  readonly makes: string;
  readonly isFolder: boolean;
  /** For a project whose start script is missing or is one for development. */
  readonly command: string;
  readonly memoryMB: number;
}

interface Kind extends NodeServer {
  readonly packages: readonly string[];
}

const kinds: readonly Kind[] = [
  { packages: ["next"], makes: ".next", isFolder: true, command: "npx next start -p $PORT", memoryMB: 1_024 },
  {
    ...{ packages: ["nuxt"], makes: ".output/server/index.mjs", isFolder: false },
    ...{ command: "node .output/server/index.mjs", memoryMB: 512 },
  },
  {
    ...{ packages: ["astro", "@astrojs/node"], makes: "dist/server/entry.mjs", isFolder: false },
    ...{ command: "HOST=0.0.0.0 node dist/server/entry.mjs", memoryMB: 512 },
  },
  {
    ...{ packages: ["@react-router/serve"], makes: "build/server/index.js", isFolder: false },
    ...{ command: "npx react-router-serve build/server/index.js", memoryMB: 512 },
  },
  {
    ...{ packages: ["@remix-run/serve"], makes: "build/server/index.js", isFolder: false },
    ...{ command: "npx remix-serve build/server/index.js", memoryMB: 512 },
  },
  {
    ...{ packages: ["@sveltejs/kit", "@sveltejs/adapter-node"], makes: "build/index.js", isFolder: false },
    ...{ command: "node build", memoryMB: 512 },
  },
  {
    ...{ packages: ["@nestjs/core"], makes: "dist/main.js", isFolder: false },
    ...{ command: "node dist/main", memoryMB: 512 },
  },
];

/** What builds pages for a browser, and the folder that they are in. */
const siteBuilders: readonly (readonly [string, string])[] = [
  ["@sveltejs/kit", "build"],
  ["astro", "dist"],
  ["react-scripts", "build"],
  ["@angular/core", "dist"],
  ["gatsby", "public"],
  ["@docusaurus/core", "build"],
  ["vitepress", ".vitepress/dist"],
  ["@11ty/eleventy", "_site"],
  ["@vue/cli-service", "dist"],
  ["parcel", "dist"],
  ["vite", "dist"],
];

/** The framework that the project is built with and whose server it runs. */
export function nodeServer(manifest: Manifest | undefined): NodeServer | undefined {
  const all = allPackages(manifest);
  return kinds.find(({ packages }) => packages.every((name) => name in all));
}

/** The folder of the pages that a project builds which has no server of its own. */
export function builtSite(manifest: Manifest | undefined): string | undefined {
  const all = allPackages(manifest);
  return siteBuilders.find(([name]) => name in all)?.[1];
}

function allPackages(manifest: Manifest | undefined): Manifest {
  return { ...objectAt(manifest, "devDependencies"), ...objectAt(manifest, "dependencies") };
}
