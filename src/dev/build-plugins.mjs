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

/** The program's side: the modules that bundles may borrow. */
export function lending(root, lent) {
  return {
    name: 'lending',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^lent$/ }, ({ path }) => ({ path, namespace: 'lent' }))
      onLoad({ filter: /./, namespace: 'lent' }, () => {
        const modules = [...lent].map((name) => `'${name}':()=>require('./${name}')`)
        return { contents: `__lent={${modules.join(',')}}`, resolveDir: root }
      })
    },
  }
}

/** A bundle's side: `nameOf` a file that is to be borrowed; what was asked for is added to `lent`. */
export function borrowing(nameOf, lent) {
  return {
    name: 'borrowing',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: sources }, ({ path, resolveDir }) => {
        const name = nameOf(resolve(resolveDir, path))
        if (name === undefined) return undefined
        lent.add(name)
        return { path: name, namespace: 'borrowed' }
      })
      onLoad({ filter: /./, namespace: 'borrowed' }, ({ path }) => ({
        contents: `module.exports = __lent['${path}']()`,
      }))
    },
  }
}

/** What the driver can do beyond what the program asks of it. */
const unused = ['transaction', 'backup', 'serialize', 'function', 'aggregate', 'table']

export const leanDriver = {
  name: 'lean-driver',
  setup({ onLoad }) {
    onLoad({ filter: /better-sqlite3\/lib\/database\.js$/ }, ({ path }) => {
      const lines = unused.map((name) => `Database.prototype.${name} = require('./methods/${name}');`)
      const source = readFileSync(path, 'utf8')
      const missing = lines.filter((line) => !source.includes(line))
      if (missing.length > 0) throw new Error(`The driver has changed: ${missing.join(' ')}`)
      return { contents: lines.reduce((rest, line) => rest.replace(line, ''), source) }
    })
  },
}
