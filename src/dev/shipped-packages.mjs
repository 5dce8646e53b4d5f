import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './digest.mjs'

/** The folders of the packages that modules of a bundle are from, by the bundler's own list. */
export function bundledFolders(modules) {
  return [...new Set(modules.flatMap(packageFolder))].sort()
}

/** The folder of a module's package; modules of our own have none. */
function packageFolder(module) {
  const at = module.replace(/^\0+/, '').match(/^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//)
  return at === null ? [] : [at[1]]
}

/** The packages in the program, each name and version once. */
export function bundledPackages(modules) {
  const found = bundledFolders(modules).map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return { name, version, licence: license, scope: 'required' }
  })
  return onlyOnce(found)
}

/** The packages that npm installs beside the program: the SQLite driver, and what fetches or compiles it. */
export function installedPackages(lock) {
  const entries = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  return onlyOnce(
    entries.map(([path, { name, version, license }]) => ({
      name: name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
      scope: 'optional',
    })),
  )
}

function onlyOnce(packages) {
  return [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).values()]
}

/** What is shipped as CycloneDX 1.5 has it. It has no time and no serial number, so that the same sources make the same file. */
export function billOf({ name, version, license }, packages) {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { ...componentOf({ name, version, licence: license }), type: 'application' } },
    components: packages.map((one) => ({ ...componentOf(one), scope: one.scope })),
  }
}

function componentOf({ name, version, licence }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
  }
}

/**
 * What a report of `npm audit --json` says about packages that are shipped: a bundled package is a dependency for development, which
 * `--omit=dev` leaves out, and without it every tool of ours counts.
 */
export function shippedFindings(report, lock, bill) {
  const shipped = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))
  return Object.values(report.vulnerabilities).flatMap(({ name, severity, nodes, via }) => {
    const found = nodes
      .map((path) => `${lock.packages[path]?.name ?? name}@${lock.packages[path]?.version}`)
      .filter((one) => shipped.has(one))
    const why = via.map((one) => (typeof one === 'string' ? one : `${one.title} ${one.url}`)).join('; ')
    return [...new Set(found)].map((one) => `${severity}: ${one}: ${why}`)
  })
}

export function readLock() {
  return JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
}
