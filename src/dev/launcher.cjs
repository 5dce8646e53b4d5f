'use strict'
// Compiling the program takes longer than what a command does. The build keeps V8's work beside each bundle; where that
// was done by another version of Node, V8 refuses it and compiles as ever.
const { closeSync, openSync, readFileSync, readSync } = require('node:fs')
const { Script } = require('node:vm')

const room = 2 ** 20

function load(name) {
  const path = `${__dirname}/${name}`
  let cachedData
  try {
    // Node compiles a dozen functions of its own before it has read a file of bytes whole; the larger room stays untouched.
    const bytes = new Uint8Array(room)
    const file = openSync(`${path}.cache`)
    cachedData = bytes.subarray(0, readSync(file, bytes, 0, room, 0))
    closeSync(file)
  } catch {}
  // All of it is ASCII; UTF-8 is what Node reads in one go.
  const code = readFileSync(`${path}.js`, 'utf8')
  // Traces name the script as the cache does: the same on every machine, and nothing of the one that built it.
  return new Script(code, { filename: `watchpost/${name}.js`, cachedData }).runInThisContext()
}

// A script from the cache may not import by itself.
load('program')(exports, require, module, `${__dirname}/program.js`, __dirname, (path) => import(path), load)
