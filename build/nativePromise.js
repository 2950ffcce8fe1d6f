// Replaces JSZip's dependency lie, a Promise for old platforms.
module.exports = Promise;
