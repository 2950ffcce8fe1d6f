// The build puts these files into the code as texts.
declare module "*.mjs";
declare module "*.py";
