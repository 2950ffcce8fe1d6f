// The build puts these files into the code as texts.
declare module "*.py" {
  const text: string;
  export = text;
}

declare module "*.mjs" {
  const text: string;
  export = text;
}
