// Replaces undici's HTTP/2 client, which undici uses only with the option allowH2.
module.exports = () => {
  throw new Error("HTTP/2 is not part of this build");
};
