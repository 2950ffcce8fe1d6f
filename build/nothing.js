// In place of what JSZip brings to deflate and to write: what is packed is packed and unpacked by Node.js.
module.exports = {};
