// In place of the deflater that JSZip brings: what is packed is packed and unpacked by Node.js.
module.exports = {};
