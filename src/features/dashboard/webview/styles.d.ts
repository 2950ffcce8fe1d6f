// For esbuild, which writes imported styles beside the script.
declare module "*.css";
