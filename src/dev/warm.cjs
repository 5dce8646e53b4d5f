'use strict'
// Runs the built program once and keeps what V8 compiled: `node warm.cjs BUILT DIST WORDS…`, in a process of its own.
// What is kept bears the name of the place where it will lie.
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { join } = require('node:path')
const { Script } = require('node:vm')

const [built, dist] = process.argv.splice(2, 2)
const filename = join(built, 'program.js')
const source = `(function(exports,require,module,__filename,__dirname,__import){${readFileSync(filename, 'latin1')}\n})`
const script = new Script(source, { filename: join(dist, 'program.js') })
const { reallyExit } = process
process.reallyExit = (code) => {
  if (code === 0) writeFileSync(join(built, 'program.cache'), script.createCachedData())
  reallyExit.call(process, code)
}
script.runInThisContext()(exports, createRequire(filename), module, filename, built)
