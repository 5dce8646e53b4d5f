// Loaded into a program before its own code: every file lies on a file system of this type, as Linux numbers them.
const fs = require('node:fs')

const real = fs.statfsSync
fs.statfsSync = (...given) => Object.assign(real(...given), { type: Number(process.env.FILE_SYSTEM_TYPE) })
require('node:module').syncBuiltinESMExports()
