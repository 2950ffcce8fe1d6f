// In place of undici's client for HTTP/2, which is not asked for.
module.exports = () => {
  throw new Error("HTTP/2 is not part of this build");
};
