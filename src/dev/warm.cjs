'use strict'
// Runs command lines through the built program, one after the other, and keeps what V8 compiled for them:
// `node warm.cjs BUILT DIST LINES`, the lines as JSON. What is kept bears the name of the place where it will lie.
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { Script } = require('node:vm')

const [built, dist, lines] = process.argv.slice(2)
const filename = join(built, 'program.js')
const script = new Script(readFileSync(filename, 'latin1'), { filename: join(dist, 'program.js') })
const program = script.runInThisContext()
const waiting = JSON.parse(lines)
const { reallyExit } = process
process.reallyExit = (code) => {
  if (code !== 0) reallyExit.call(process, code)
  next()
}
next()

function next() {
  const words = waiting.shift()
  if (words === undefined) {
    writeFileSync(join(built, 'program.cache'), script.createCachedData())
    reallyExit.call(process, 0)
  }
  process.argv = [process.execPath, filename, ...words]
  program(exports, createRequire(filename), module, filename, built)
}
