#!/bin/sh
':' //; WATCHPOST_CA_CERTS="$NODE_EXTRA_CA_CERTS" NODE_EXTRA_CA_CERTS= exec node "$0" "$@"
'use strict'
// The shell starts Node without the machine's extra certificates: reading them takes longer than most commands run.
// V8's code is kept in the user's cache folder. If that cannot be written, the program only starts slower.
const fs = require('node:fs')
const Module = require('node:module')
const command = /^[a-z-]{1,20}$/.exec(process.argv[2] ?? 'screen') ?? 'other'
const cache = process.env.XDG_CACHE_HOME || `${process.env.HOME}/.cache`
const build = `${cache}/watchpost/${require('./package.json').digest}-${process.version}-${process.arch}`
// V8 accepts kept code for any source of the same length, so each build and command has a folder of its own.
const folder = `${build}/${command}`
const isNew = !fs.existsSync(folder)
const compiled = new Map()
/** Node does this itself since 22.8. */
function compile(source, filename) {
  const file = `${folder}/${filename.split('/').pop()}`
  let cachedData
  try {
    cachedData = fs.readFileSync(file)
  } catch {}
  const script = new (require('node:vm').Script)(Module.wrap(source), { filename, cachedData })
  if (script.cachedDataRejected !== false) compiled.set(file, script)
  const ask = (id) => this.require(id)
  return script.runInThisContext().call(this.exports, this.exports, ask, this, filename, __dirname)
}
try {
  // Step by step: on an impossible path Node's own recursion never ends.
  for (const part of isNew ? [cache, `${cache}/watchpost`, build, folder] : [])
    if (!fs.existsSync(part)) fs.mkdirSync(part, { mode: 0o700 })
  fs.accessSync(folder, fs.constants.W_OK)
  if (Module.enableCompileCache) Module.enableCompileCache(folder)
  else Module.prototype._compile = compile
} catch {}
const keep = (code) => {
  if (isNew || compiled.size > 0)
    require('./kept-code.js')(code < 2 ? compiled : [], isNew ? `${cache}/watchpost` : null)
}
// The screen starts its mailbox's thread with this file too: it loads as much code.
if (command[0] === 'mailbox-worker' && !require('node:worker_threads').isMainThread) {
  process.once('exit', keep)
  require('./mailbox-worker.js')
} else
  require('./program.js')
    .main()
    .then((code) => {
      keep(code)
      process.reallyExit(code)
    })
