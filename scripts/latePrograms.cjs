/** Replaces node:child_process in the bundled command line: the module is loaded when a program is started, since loading it takes time. */
exports.spawn = (...given) => require('child_process').spawn(...given);
