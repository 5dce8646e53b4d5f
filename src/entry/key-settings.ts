import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearestNames } from '../domain/addressing/nearest.ts'
import { MailError } from '../domain/errors.ts'
import { parseYaml, type YamlEntry, type YamlValue } from '../domain/settings/yaml.ts'
import { type Binding, scopes } from '../faces/tui/bindings.ts'
import { actionOf } from '../faces/tui/keys/actions.ts'
import { type ProfileName, profileNames } from '../faces/tui/keys/profiles.ts'
import {
  actionsIn,
  clash,
  isScope,
  type KeyChange,
  keyProblem,
  remapped,
  together,
} from '../faces/tui/keys/remap.ts'

export type KeyFile = { readonly path: string; readonly text: string }
type Placed = KeyChange & { readonly where: string }

/** The keys of the screen by the settings of the store and of the person; what the store's say goes first. */
export function readKeys(location: string, configFolder: string): readonly Binding[] {
  const files = [location, configFolder]
    .map((folder) => join(folder, 'config.yaml'))
    .filter((path) => existsSync(path))
  return keysOf(files.map((path) => ({ path, text: readFileSync(path, 'utf8') })))
}

/** @throws MailError `usage`, beginning with file and line; two keys in each other's way name both lines */
export function keysOf(files: readonly KeyFile[]): readonly Binding[] {
  const changes: Placed[] = []
  let profile: ProfileName | undefined
  for (const file of files) {
    const read = readFile(file)
    profile ??= read.profile
    const said = (one: Placed) =>
      changes.some(({ scope, action }) => scope === one.scope && action === one.action)
    changes.push(...read.changes.filter((one) => !said(one)))
  }
  refuseConflicts(changes)
  const table = remapped(profile ?? 'default', changes)
  refuseLockedIn(table, changes)
  return table
}

const leaving: readonly string[] = ['leave', 'quit']

/** Some key must lead out. */
function refuseLockedIn(table: readonly Binding[], changes: readonly Placed[]): void {
  const isOut = ({ scope, action }: Pick<Placed, 'scope' | 'action'>) =>
    scope === 'everywhere' && leaving.includes(action)
  if (table.some(({ scope, intent }) => isOut({ scope, action: actionOf(intent) }))) return
  const at = changes.findLast(isOut)
  if (at !== undefined)
    throw new MailError(
      'usage',
      `${at.where}: no key is left to quit by.`,
      'Give everywhere.leave or everywhere.quit a key.',
    )
}

function readFile(file: KeyFile): {
  readonly profile: ProfileName | undefined
  readonly changes: readonly Placed[]
} {
  const block = parseYaml(file.text, file.path).find(({ key }) => key === 'keys')
  let profile: ProfileName | undefined
  const changes: Placed[] = []
  for (const entry of block === undefined ? [] : entriesOf(file, block)) {
    if (entry.key === 'profile') profile = profileOf(file, entry)
    else changes.push(...readScope(file, entry))
  }
  return { profile, changes }
}

function profileOf(file: KeyFile, { line, value }: YamlEntry): ProfileName {
  const found = profileNames.find((name) => value.type === 'text' && value.text === name)
  if (found !== undefined) return found
  throw wrong(file, line, 'keys.profile is none that is known.', `It is ${profileNames.join(', ')}.`)
}

function readScope(file: KeyFile, entry: YamlEntry): readonly Placed[] {
  const scope = entry.key
  if (!isScope(scope))
    throw wrong(
      file,
      entry.line,
      `there is no place ${scope} for keys.`,
      `It is profile, ${scopes.join(', ')}.`,
    )
  const actions = actionsIn(scope)
  return entriesOf(file, entry).map(({ key: action, line, value }) => {
    if (!actions.includes(action)) {
      const near = nearestNames(action, actions, 1)
      const hint = near.length > 0 ? `Did you mean ${near[0]}?` : `Here are ${actions.join(', ')}.`
      throw wrong(file, line, `there is no action ${action} in ${scope}.`, hint)
    }
    return { scope, action, keys: keysIn(file, line, value), where: `${file.path}:${line}` }
  })
}

/** One key, a list of them, or `none`; the keys of a sequence are parted by blanks. */
function keysIn(file: KeyFile, line: number, value: YamlValue): readonly string[] {
  if (value.type === 'map')
    throw wrong(file, line, 'keys are a text or a list of texts.', 'Write for example [d, "g d"].')
  const written = value.type === 'text' ? [value] : value.items
  if (value.type === 'text' && value.text === 'none') return []
  return written.map(({ text, line: at }) => {
    const key = text.trim().replace(/\s+/gu, ' ')
    const problem = key === '' ? 'a key is missing.' : keyProblem(key)
    if (problem !== null)
      throw wrong(
        file,
        at,
        problem,
        'Write keys as the help does: d, G, C-d, Alt-x, S-Tab, "g d"; none for no key.',
      )
    return key
  })
}

function refuseConflicts(changes: readonly Placed[]): void {
  for (const [at, one] of changes.entries())
    for (const other of changes.slice(at + 1)) {
      if (!together(one.scope, other.scope)) continue
      const key = one.keys.find((mine) => other.keys.some((theirs) => clash(mine, theirs)))
      if (key === undefined) continue
      throw new MailError(
        'usage',
        `${one.where} and ${other.where}: ${key} would mean ${one.action} in ${one.scope} and ${other.action} in ${other.scope}.`,
        'Give one of them another key; a key must not be the beginning of a longer one.',
      )
    }
}

/** A block without anything in it says nothing. */
function entriesOf(file: KeyFile, { key, line, value }: YamlEntry): readonly YamlEntry[] {
  if (value.type === 'map') return value.entries
  if (value.type === 'text' && value.text === '') return []
  throw wrong(
    file,
    line,
    `${key} is a block of settings, not one value.`,
    'Write its settings below it, indented.',
  )
}

function wrong({ path }: KeyFile, line: number, what: string, hint: string): MailError {
  return new MailError('usage', `${path}:${line}: ${what}`, hint)
}
