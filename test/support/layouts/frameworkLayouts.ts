// Node.js frameworks that build before they run, each after a real project.
import { type Layout, nodeLayout, pack } from "./layout";

export const frameworkLayouts: readonly Layout[] = [
  nodeLayout(
    "Next.js, not built",
    { scripts: { dev: "next dev", build: "next build", start: "next start" }, dependencies: { next: "15" } },
    { ".gitignore": ".next/\n", "app/page.tsx": "", "next.config.mjs": "" },
    { is: "nodejs", command: "npm start", web: true, memoryMB: 1_024, finds: ["buildFirst build .next"] },
  ),
  nodeLayout(
    "Next.js, built and ignored",
    { scripts: { build: "next build", start: "next start" }, dependencies: { next: "15" } },
    { ".gitignore": ".next/\n", ".next/BUILD_ID": "x", "pages/index.js": "" },
    {
      is: "nodejs",
      command: "npm start",
      ...{ web: true, memoryMB: 1_024 },
      finds: ["buildFirst build .next there", "ignoredBuild .next .next/"],
    },
  ),
  nodeLayout(
    "Next.js, built and sent",
    { scripts: { build: "next build", start: "next start" }, dependencies: { next: "15" } },
    { ".next/BUILD_ID": "x", "pages/index.js": "" },
    { is: "nodejs package.json", command: "npm start", web: true, memoryMB: 1_024 },
  ),
  nodeLayout(
    "Next.js that exports its pages",
    { scripts: { dev: "next dev", build: "next build", start: "next start" }, dependencies: { next: "15" } },
    {
      ...{ ".gitignore": "/.next/\n/out/\n", "app/page.tsx": "" },
      "next.config.ts": 'const nextConfig: NextConfig = {\n  output: "export",\n};\n',
    },
    { is: "nodejs", finds: ["buildFirst build out", "staticSite out"], becomes: "server.cjs" },
  ),
  nodeLayout(
    "Next.js that exports its pages, with a server for them",
    { scripts: { build: "next build", start: "serve out" }, dependencies: { next: "15", serve: "14" } },
    { "out/index.html": "", "next.config.js": "module.exports = { output: 'export' }", "pages/a.js": "" },
    { is: "nodejs package.json", command: "npm start", web: true },
  ),
  nodeLayout(
    "Next.js that could export its pages",
    { scripts: { build: "next build", start: "next start" }, dependencies: { next: "15" } },
    { ".next/BUILD_ID": "x", "next.config.mjs": '  // output: "export",\n', "pages/a.js": "" },
    { is: "nodejs package.json", command: "npm start", web: true, memoryMB: 1_024 },
  ),
  nodeLayout(
    "Nuxt, not built",
    { scripts: { build: "nuxt build", dev: "nuxt dev" }, dependencies: { nuxt: "3" } },
    { ".gitignore": ".output\n", "app.vue": "" },
    { is: "nodejs", web: true, finds: ["buildFirst build .output/server/index.mjs"] },
  ),
  nodeLayout(
    "NestJS, not built",
    {
      scripts: { build: "nest build", start: "nest start", "start:prod": "node dist/main" },
      dependencies: { "@nestjs/core": "10" },
      devDependencies: { "@nestjs/cli": "10" },
    },
    { ".gitignore": "/dist\n", "src/main.ts": "app.listen(3000)" },
    { is: "nodejs", command: "npm run start:prod", web: true, finds: ["buildFirst build dist/main.js"] },
  ),
  nodeLayout(
    "NestJS, built and sent",
    {
      scripts: { build: "nest build", "start:prod": "node dist/main" },
      dependencies: { "@nestjs/core": "10" },
    },
    { "src/main.ts": "", "dist/main.js": "app.listen(3000)" },
    { is: "nodejs dist/main.js", web: true },
  ),
  nodeLayout(
    "Astro with its Node server, built and ignored",
    {
      scripts: { build: "astro build", start: "astro dev" },
      dependencies: { astro: "5", "@astrojs/node": "9" },
    },
    { ".gitignore": "dist/\n", "dist/server/entry.mjs": "", "src/pages/index.astro": "" },
    {
      is: "nodejs",
      web: true,
      finds: ["buildFirst build dist/server/entry.mjs there", "ignoredMainFile dist/server/entry.mjs dist/"],
    },
  ),
  nodeLayout(
    "Astro site without a server",
    { scripts: { build: "astro build" }, dependencies: { astro: "5" } },
    { "src/pages/index.astro": "" },
    { is: "nodejs", finds: ["buildFirst build dist", "staticSite dist"] },
  ),
  nodeLayout(
    "Remix",
    {
      scripts: { build: "remix vite:build", start: "remix-serve ./build/server/index.js" },
      dependencies: { "@remix-run/serve": "2" },
    },
    { ".gitignore": "/build\n", "app/root.tsx": "" },
    { is: "nodejs", command: "npm start", web: true, finds: ["buildFirst build build/server/index.js"] },
  ),
  nodeLayout(
    "SvelteKit with adapter-node",
    {
      scripts: { build: "vite build", dev: "vite dev" },
      devDependencies: { "@sveltejs/kit": "2", "@sveltejs/adapter-node": "5", vite: "6" },
    },
    { "build/index.js": "server.listen()", "src/app.html": "" },
    { is: "nodejs build/index.js", command: "node build", web: true },
  ),
  nodeLayout(
    "Vite page with React",
    {
      scripts: { dev: "vite", build: "vite build", preview: "vite preview" },
      dependencies: { react: "19" },
      devDependencies: { vite: "6" },
    },
    { "index.html": "", "src/main.jsx": "", "vite.config.js": "" },
    { is: "nodejs", finds: ["buildFirst build dist", "staticSite dist"] },
  ),
  nodeLayout(
    "Create React App",
    {
      scripts: { start: "react-scripts start", build: "react-scripts build" },
      dependencies: { "react-scripts": "5" },
    },
    { "public/index.html": "", "src/index.js": "document.getElementById('root')" },
    { is: "nodejs", finds: ["buildFirst build build", "staticSite build"] },
  ),
  nodeLayout(
    "Vite page with Vue, built and ignored",
    { scripts: { build: "vite build" }, devDependencies: { vite: "6", vue: "3" } },
    { "index.html": "", "src/main.js": "", "dist/index.html": "", ".gitignore": "dist\n" },
    { is: "nodejs", finds: ["buildFirst build dist there", "ignoredBuild dist dist", "staticSite dist"] },
  ),
  ...(
    [
      [
        ...["a folder of its own", "js", ""],
        ...["export default {\n  // outDir: 'old',\n  build: {\n    outDir: 'build',\n  },\n}", "build"],
      ],
      [
        "a folder beside its own",
        "mts",
        "src/",
        "export default { root: 'src', build: { outDir: '../www' } }",
        "www",
      ],
      [
        "a folder below its own",
        "mjs",
        "web/",
        "export default {\n  base: '/a/',\n  root: './web',\n}",
        "web/dist",
      ],
      [
        ...["a joined folder", "ts", "client/"],
        "export default {\n  root: path.resolve(import.meta.dirname, 'client'),\n  build: { outDir: path.resolve(__dirname, 'out', \"public\") },\n}",
        "out/public",
      ],
      [
        ...["a folder that only code knows", "ts", ""],
        "export default { plugins: [types({ outDir: 'types' })], build: { outDir: folder } }",
        "dist",
      ],
      [
        "its own folder, though its tests and types have others",
        ...["ts", ""],
        "export default {\n  test: { root: 'tests', coverage: { all: true } },\n  plugins: [types({ outDir: 'types' })],\n}",
        "dist",
      ],
      [
        "its own folder, where another one is in comments",
        ...["js", ""],
        "/*\n  root: 'web',\n*/\nexport default {\n  // build: { outDir: 'old' },\n  build: { minify: true }, /* root: 'a' */\n}",
        "dist",
      ],
      ["a folder outside of it", "js", "", "export default { build: { outDir: '../shop' } }", "dist"],
    ] as const
  ).map(([where, ending, root, settings, folder]) =>
    nodeLayout(
      `Vite page that is built into ${where}`,
      { scripts: { build: "vite build" }, devDependencies: { vite: "6" } },
      { [`${root}index.html`]: "", [`${root}main.js`]: "document.body", [`vite.config.${ending}`]: settings },
      { is: "nodejs", finds: [`buildFirst build ${folder}`, `staticSite ${folder}`] },
    ),
  ),
  nodeLayout(
    "Express server of pages that Vite builds beside it",
    { scripts: { start: "node server/index.js" }, dependencies: { express: "5" } },
    {
      "client/package.json": pack({ scripts: { build: "vite build" }, devDependencies: { vite: "6" } }),
      "client/vite.config.ts": "export default { build: { outDir: '../server/public' } }",
      "server/index.js": "app.use(express.static(path.join(__dirname, 'public')));\napp.listen(3000);",
    },
    {
      ...{ is: "nodejs server/index.js", web: true },
      finds: ["buildFirst build - client server/public"],
    },
  ),
];
