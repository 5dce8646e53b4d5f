import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './digest.mjs'
import { bundledFolders } from './shipped-packages.mjs'

/** Licences under which a bundled package may be given on, with its notice. */
const allowed = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT']

/**
 * The notices of all packages whose modules are in the program.
 * @throws Error naming each package whose licence is not allowed, or which carries no licence text
 */
export function noticesOf(modules) {
  const packages = bundledFolders(modules).map(noticeOf)
  const wrong = packages.filter(({ licence, text }) => !allowed.includes(licence) || text === null)
  if (wrong.length > 0)
    throw new Error(
      `May not be bundled: ${wrong.map(({ name, licence, text }) => `${name} (${text === null ? 'no licence text, ' : ''}${licence})`).join(', ')}`,
    )
  const parts = packages.map(
    ({ name, version, licence, text }) => `${name} ${version} (${licence})\n\n${text.trim()}\n`,
  )
  return `Watchpost contains these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry))
  const holder = author?.name ?? author ?? `the authors of ${name}`
  // Some packages name the licence and leave its text out.
  const unwritten = license === 'MIT' ? mit(holder) : null
  const text = file === undefined ? unwritten : readFileSync(join(folder, file), 'utf8')
  return { name, version, licence: license, text }
}

/** The text of the MIT licence, as this project carries it for itself. */
function mit(holder) {
  const own = readFileSync(join(root, 'LICENSE'), 'utf8')
  return own.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`)
}
