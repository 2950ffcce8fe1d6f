// In place of undici's bodies of fetch: Node's fetch has made a stream of a form before a dispatcher sees it.
exports.extractBody = () => {
  throw new Error("Forms are not part of this build");
};
