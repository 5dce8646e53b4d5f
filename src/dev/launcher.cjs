#!/bin/sh
':' //; WATCHPOST_CA_CERTS="$NODE_EXTRA_CA_CERTS" NODE_EXTRA_CA_CERTS= exec node "$0" "$@"
'use strict'
// The shell starts Node without the extra certificates of this machine: to read them takes longer than most commands, and
// few need them. The code that V8 compiles is kept in the user's cache folder, for each build, Node version and command.
const { accessSync, constants, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs')
const Module = require('node:module')
const { dirname } = require('node:path')

const [, , command = 'screen'] = process.argv
const build = `${require('./package.json').digest}-${process.version}-${process.arch}`
const folder = `${process.env.XDG_CACHE_HOME || `${process.env.HOME}/.cache`}/watchpost/${build}/${command}`
const compiled = new Map()

const attempt = (work) => {
  try {
    return work()
  } catch {
    // Without a cache the program starts slower, and that is all.
  }
}

/** What Node does by itself since 22.8. */
function compile(source, filename) {
  const { Script } = require('node:vm')
  const importModuleDynamically = (name) => import(name)
  const file = `${folder}/${filename.replaceAll('/', '-').slice(-80)}`
  const cachedData = attempt(() => readFileSync(file))
  const script = new Script(Module.wrap(source), { filename, cachedData, importModuleDynamically })
  if (script.cachedDataRejected !== false) compiled.set(file, script)
  const ask = (name) => this.require(name)
  return script.runInThisContext().call(this.exports, this.exports, ask, this, filename, dirname(filename))
}

function keep() {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  accessSync(folder, constants.W_OK)
  if (Module.enableCompileCache) Module.enableCompileCache(folder)
  else Module.prototype._compile = compile
}

if (/^[a-z-]{1,20}$/.test(command)) attempt(keep)
require('./program.js').ended.then((code) => {
  // Whole or not at all: others read it at the same time.
  for (const [file, script] of code < 2 ? compiled : [])
    attempt(() => {
      writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 })
      renameSync(`${file}.${process.pid}`, file)
    })
  process.reallyExit(code)
})
