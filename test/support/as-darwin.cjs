// Loaded into the built program before its own code: the system looks like macOS, as far as JavaScript can see. There is no /proc, names of
// files differ in more than case, watchers tell late and once, and the path of a socket has 104 bytes with its end. The SQLite driver,
// signals and terminals stay those of this machine. Run a file of tests so:
//   AS_DARWIN=1 NODE_OPTIONS="--require $PWD/test/support/as-darwin.cjs" npx vitest run FILE
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const { basename, dirname, join } = require('node:path')

const { getEnvironmentData, setEnvironmentData } = require('node:worker_threads')

// Tools of the tests load native parts of this machine. Threads of the program do as it does.
if (getEnvironmentData('as-darwin') === true || /\/dist\/[\w.-]+\.js$/u.test(process.argv[1] ?? '')) pretend()

function pretend() {
  setEnvironmentData('as-darwin', true)
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  os.platform = () => 'darwin'
  os.type = () => 'Darwin'
  const plainReaddir = fs.readdirSync
  const plainLstat = fs.lstatSync

  const missing = (call, path) =>
    Object.assign(new Error(`ENOENT: no such file or directory, ${call} '${path}'`), {
      code: 'ENOENT',
      errno: -2,
      syscall: call,
      path,
    })
  const isProc = (path) => typeof path === 'string' && /^\/proc(?:\/|$)/u.test(path)

  /** The file of a name in other capitals, where no file has the name itself. */
  function seen(path) {
    if (typeof path !== 'string' || path.includes('/node_modules/') || path.includes('/dist/')) return path
    try {
      plainLstat(path)
      return path
    } catch {
      try {
        const wanted = basename(path).toLowerCase()
        const other = plainReaddir(dirname(path)).find((name) => name.toLowerCase() === wanted)
        return other === undefined ? path : join(dirname(path), other)
      } catch {
        return path
      }
    }
  }

  for (const name of [
    'readFileSync',
    'readlinkSync',
    'openSync',
    'statSync',
    'lstatSync',
    'readdirSync',
    'accessSync',
    'realpathSync',
  ]) {
    const plain = fs[name]
    fs[name] = Object.assign((path, ...more) => {
      if (!isProc(path)) return plain(seen(path), ...more)
      if (more[0]?.throwIfNoEntry === false) return undefined
      throw missing(name.replace('Sync', ''), path)
    }, plain)
  }
  const plainExists = fs.existsSync
  fs.existsSync = (path) => !isProc(path) && plainExists(seen(path))
  for (const name of ['readFile', 'readlink', 'open', 'stat', 'lstat', 'readdir']) {
    const plain = fs.promises[name]
    fs.promises[name] = async (path, ...more) => {
      if (isProc(path)) throw missing(name, path)
      return plain(seen(path), ...more)
    }
  }

  const plainWatch = fs.watch
  fs.watch = (path, ...more) => {
    const told = more.findLast((one) => typeof one === 'function')
    const options = more.filter((one) => typeof one !== 'function')
    const changed = new Set()
    return plainWatch(path, ...options, (_kind, name) => {
      changed.add(name)
      if (changed.size > 1) return
      setTimeout(() => {
        const names = [...changed]
        changed.clear()
        for (const one of names) told?.('rename', one)
      }, 20)
    })
  }

  const longest = 103
  const refuseLong = (path, call) => {
    if (typeof path === 'string' && Buffer.byteLength(path) > longest)
      throw Object.assign(new Error(`${call} EINVAL ${path}`), {
        code: 'EINVAL',
        syscall: call,
        address: path,
      })
  }
  const pathIn = (given) => (typeof given === 'object' && given !== null ? given.path : given)
  const { listen } = net.Server.prototype
  net.Server.prototype.listen = function (...given) {
    refuseLong(pathIn(given[0]), 'listen')
    return listen.apply(this, given)
  }
  const { connect } = net.Socket.prototype
  net.Socket.prototype.connect = function (...given) {
    const first = Array.isArray(given[0]) ? given[0][0] : given[0]
    refuseLong(pathIn(first), 'connect')
    return connect.apply(this, given)
  }
  require('node:module').syncBuiltinESMExports()
}
