import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const sources = /\.tsx?$/

/**
 * Where the sources import lazily what lies apart, its bundle is loaded: CommonJS by require, since `import()` starts
 * the loader of ES modules, which costs milliseconds; ES modules by import(). `bundleOf` a file says in which bundle
 * it lies and under what name.
 */
export function apart(alone, bundleOf) {
  return {
    name: 'apart',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: sources }, ({ path, resolveDir, kind }) => {
        if (kind !== 'dynamic-import') return undefined
        const file = resolve(resolveDir, path)
        const target = alone[file]
        if (target !== undefined)
          return target.endsWith('.mjs')
            ? { path: target, external: true }
            : { path: target, namespace: 'apart' }
        const found = bundleOf(file)
        return found && { path: `bundle:${found.bundle}/${found.name}`, external: true }
      })
      onResolve({ filter: /^node:/ }, ({ path, kind }) =>
        kind === 'dynamic-import' ? { path, namespace: 'apart' } : undefined,
      )
      onResolve({ filter: /./, namespace: 'apart' }, ({ path }) => ({ path, external: true }))
      onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => ({
        contents: `module.exports = require(${JSON.stringify(path)})`,
      }))
    },
  }
}

/**
 * Modules by their names, since a program that was started before an update must never find another than it meant. All
 * are made with the bundle, as one scope: what is wrapped to be made by itself makes a start slower.
 */
export function gathered(variable, names) {
  const imports = names.map((name, at) => `import * as m${at} from './${name}'`)
  return `${imports.join(';')};${variable}={${names.map((name, at) => `'${name}':()=>m${at}`)}}`
}

/** The program's side: modules that lie ready in a variable, for bundles to borrow or to be asked for lazily. */
export function ready(root, module, variable, names) {
  return {
    name: `ready-${module}`,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^${module}$`) }, ({ path }) => ({ path, namespace: module }))
      onLoad({ filter: /./, namespace: module }, () => ({
        contents: gathered(variable, [...names]),
        resolveDir: root,
      }))
    },
  }
}

/** A bundle's side: `nameOf` a file that is to be borrowed; what was asked for is added to `lent`. */
export function borrowing(nameOf, lent) {
  return {
    name: 'borrowing',
    setup({ onResolve }) {
      onResolve({ filter: sources }, ({ path, resolveDir }) => {
        const name = nameOf(resolve(resolveDir, path))
        if (name === undefined) return undefined
        lent.add(name)
        return { path: `lent:${name}`, external: true }
      })
    },
  }
}

/** How the driver calls its native part, as ours does. */
const calls = [
  'new addon.Database(filename, filenameGiven, anonymous, readonly, fileMustExist, timeout, verbose || null, buffer || null)',
  'addon.setErrorConstructor(SqliteError);',
]

export const leanDriver = {
  name: 'lean-driver',
  setup({ onLoad }) {
    onLoad({ filter: /better-sqlite3\/lib\/database\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const missing = calls.filter((call) => !source.includes(call))
      if (missing.length > 0) throw new Error(`The driver has changed: ${missing.join(' ')}`)
      return { contents: readFileSync(new URL('lean-driver.cjs', import.meta.url), 'utf8') }
    })
  },
}
