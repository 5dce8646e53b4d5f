'use strict'
// Compiling the program takes longer than what a command does. The build keeps V8's work beside it; where that was
// done by another version of Node, V8 refuses it and compiles as ever.
const { readFileSync } = require('node:fs')
const { Script } = require('node:vm')

const filename = `${__dirname}/program.js`
let cachedData
try {
  cachedData = readFileSync(`${__dirname}/program.cache`)
} catch {}
const run = new Script(readFileSync(filename, 'latin1'), { filename, cachedData }).runInThisContext()
// A script from the cache may not import by itself.
run(exports, require, module, filename, __dirname, (path) => import(path))
