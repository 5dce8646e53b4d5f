'use strict'
// What the program asks of better-sqlite3, straight to its native part: at a start, the way through all that the driver can
// do besides takes as long as reading the schema. Its own sources are what every other bundle has.
const SqliteError = require('better-sqlite3/lib/sqlite-error.js')

let native

class Database {
  constructor(filename, { timeout, nativeBinding }) {
    native ??= typeof nativeBinding === 'string' ? require(nativeBinding) : require('bindings')()
    if (!native.isInitialized) {
      native.setErrorConstructor(SqliteError)
      native.isInitialized = true
    }
    this.own = new native.Database(filename, filename, false, false, false, timeout, null, null)
  }

  prepare(sql) {
    return this.own.prepare(sql, this, false)
  }

  pragma(source, { simple = false } = {}) {
    const statement = this.own.prepare(`PRAGMA ${source}`, this, true)
    return simple ? statement.pluck().get() : statement.all()
  }

  exec(sql) {
    this.own.exec(sql)
    return this
  }

  close() {
    this.own.close()
    return this
  }

  get name() {
    return this.own.name
  }

  get open() {
    return this.own.open
  }

  get inTransaction() {
    return this.own.inTransaction
  }

  get readonly() {
    return this.own.readonly
  }
}

module.exports = Database
