'use strict'
// Runs command lines through the built program, one after the other, and keeps what V8 compiled for them, beside each
// bundle: `node warm.cjs BUILT LINES`, the lines as JSON. V8 keeps the script's name too, so it names no folder.
// A line that is null ends what is kept of the bundles that were loaded so far: more of it would make each start slower.
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { Script } = require('node:vm')

const [built, lines] = process.argv.slice(2)
const scripts = new Map()

function load(name) {
  const code = readFileSync(join(built, `${name}.js`), 'latin1')
  const script = new Script(code, { filename: `watchpost/${name}.js` })
  scripts.set(name, script)
  const run = script.runInThisContext()
  // What one line loaded the next one finds: each bundle is made once, whatever program asks for it.
  if (name === 'program') return run
  let made
  return (...given) => {
    made ??= run(...given)
    return made
  }
}

const filename = join(built, 'program.js')
const program = load('program')
const bundles = new Map()
const loadOnce = (name) => {
  if (!bundles.has(name)) bundles.set(name, load(name))
  return bundles.get(name)
}
const waiting = JSON.parse(lines)
const { reallyExit } = process
process.reallyExit = (code) => {
  if (code !== 0) reallyExit.call(process, code)
  next()
}
next()

function next() {
  const words = waiting.shift()
  if (words === undefined || words === null) {
    for (const [name, script] of scripts)
      writeFileSync(join(built, `${name}.cache`), script.createCachedData())
    scripts.clear()
    if (words === undefined) reallyExit.call(process, 0)
    return next()
  }
  process.argv = [process.execPath, filename, ...words]
  program(exports, createRequire(filename), module, filename, built, undefined, loadOnce)
}
