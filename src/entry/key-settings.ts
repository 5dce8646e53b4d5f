import { join } from 'node:path'
import { nearestNames } from '../domain/addressing/nearest.ts'
import { MailError } from '../domain/errors.ts'
import { parseYaml, type YamlEntry, type YamlValue } from '../domain/settings/yaml.ts'
import { type ProfileName, profileNames } from '../faces/tui/commands/keys/profiles.ts'
import {
  actionsIn,
  isScope,
  type KeyChange,
  keyProblem,
  remapped,
  together,
} from '../faces/tui/commands/keys/remap.ts'
import { type Binding, clash, scopes } from '../faces/tui/keymap.ts'
import { readSmallFile } from '../small-file.ts'

export type KeyFile = { readonly path: string; readonly text: string }
type Placed = KeyChange & { readonly where: string }

/** The keys of the screen by the settings of the store and of the person; what the store's say goes first. */
export function readKeys(location: string, configFolder: string): readonly Binding[] {
  const files = [
    { path: join(location, 'config.yaml'), of: 'store' },
    { path: join(configFolder, 'config.yaml'), of: 'person' },
  ] as const
  return keysOf(files.map(({ path, of }) => ({ path, text: readSmallFile(path, of) ?? '' })))
}

type Wrong = { readonly what: string; readonly hint: string }
/** Problems are collected, so that a user can fix all of them at once. */
type Reader = {
  readonly file: KeyFile
  readonly wrong: (line: number, what: string, hint: string) => void
}

/** @throws MailError `usage`, with file and line of all that is wrong; two keys in each other's way name both lines */
export function keysOf(files: readonly KeyFile[]): readonly Binding[] {
  const changes: Placed[] = []
  const found: Wrong[] = []
  let profile: ProfileName | undefined
  for (const file of files) {
    const read = readFile({
      file,
      wrong: (line, what, hint) => found.push({ what: `${file.path}:${line}: ${what}`, hint }),
    })
    profile ??= read.profile
    const said = (one: Placed) =>
      changes.some(({ scope, action }) => scope === one.scope && action === one.action)
    changes.push(...read.changes.filter((one) => !said(one)))
  }
  refuse([...found, ...conflictsOf(changes)])
  const table = remapped(profile ?? 'default', changes)
  refuse(lockedIn(table, changes))
  return table
}

function refuse(found: readonly Wrong[]): void {
  if (found.length === 0) return
  // All but the last go on.
  const parts = found.map(({ what }, at) => (at === found.length - 1 ? what : what.replace(/\.$/u, '')))
  throw new MailError('usage', parts.join('; '), [...new Set(found.map(({ hint }) => hint))].join(' '))
}

const leaving: readonly string[] = ['leave', 'quit']

/** Some key must lead out. */
function lockedIn(table: readonly Binding[], changes: readonly Placed[]): readonly Wrong[] {
  const isOut = ({ scope, action }: Pick<Placed, 'scope' | 'action'>) =>
    scope === 'everywhere' && leaving.includes(action)
  if (table.some(({ scope, name }) => isOut({ scope, action: name }))) return []
  const at = changes.findLast(isOut)
  if (at === undefined) return []
  const hint = 'Assign a key to everywhere.leave or everywhere.quit.'
  return [{ what: `${at.where}: no key is left to quit the inbox.`, hint }]
}

function readFile(reader: Reader): {
  readonly profile: ProfileName | undefined
  readonly changes: readonly Placed[]
} {
  const { text, path } = reader.file
  const block = parseYaml(text, path).find(({ key }) => key === 'keys')
  let profile: ProfileName | undefined
  const changes: Placed[] = []
  for (const entry of block === undefined ? [] : entriesOf(reader, block)) {
    if (entry.key === 'profile') profile = profileOf(reader, entry)
    else changes.push(...readScope(reader, entry))
  }
  return { profile, changes }
}

function profileOf({ wrong }: Reader, { line, value }: YamlEntry): ProfileName | undefined {
  const found = profileNames.find((name) => value.type === 'text' && value.text === name)
  if (found === undefined) wrong(line, 'unknown keys.profile.', `Use one of ${profileNames.join(', ')}.`)
  return found
}

function readScope(reader: Reader, entry: YamlEntry): readonly Placed[] {
  const scope = entry.key
  if (!isScope(scope)) {
    reader.wrong(
      entry.line,
      `unknown setting keys.${scope}.`,
      `The settings here are profile, ${scopes.join(', ')}.`,
    )
    return []
  }
  const actions = actionsIn(scope)
  return entriesOf(reader, entry).flatMap(({ key: action, line, value }) => {
    if (!actions.includes(action)) {
      const near = nearestNames(action, actions, 1)
      const hint =
        near.length > 0 ? `Did you mean ${near[0]}?` : `The actions here are ${actions.join(', ')}.`
      reader.wrong(line, `there is no action ${action} in ${scope}.`, hint)
      return []
    }
    return [{ scope, action, keys: keysIn(reader, line, value), where: `${reader.file.path}:${line}` }]
  })
}

/** One key, a list of them, or `none`; the keys of a sequence are parted by blanks. */
function keysIn({ wrong }: Reader, line: number, value: YamlValue): readonly string[] {
  if (value.type === 'map') {
    wrong(line, 'keys must be a string or a list of strings.', 'Example: [d, "g d"]')
    return []
  }
  const written = value.type === 'text' ? [value] : value.items
  if (value.type === 'text' && value.text === 'none') return []
  return written.flatMap(({ text, line: at }) => {
    const key = text.trim().replace(/\s+/gu, ' ')
    const problem = key === '' ? 'a key is missing.' : keyProblem(key)
    if (problem === null) return [key]
    wrong(at, problem, 'Write keys as in the help: d, G, C-d, Alt-x, S-Tab, "g d"; none removes the key.')
    return []
  })
}

function conflictsOf(changes: readonly Placed[]): readonly Wrong[] {
  return changes.flatMap((one, at) =>
    changes.slice(at + 1).flatMap((other) => {
      if (!together(one.scope, other.scope)) return []
      const key = one.keys.find((mine) => other.keys.some((theirs) => clash(mine, theirs)))
      if (key === undefined) return []
      const what = `${one.where} and ${other.where}: ${key} would mean ${one.action} in ${one.scope} and ${other.action} in ${other.scope}.`
      return [
        {
          what,
          hint: 'Assign another key to one of them; a key must not be the start of a longer sequence.',
        },
      ]
    }),
  )
}

/** A block without anything in it says nothing. */
function entriesOf({ wrong }: Reader, { key, line, value }: YamlEntry): readonly YamlEntry[] {
  if (value.type === 'map') return value.entries
  if (value.type !== 'text' || value.text !== '')
    wrong(line, `${key} is a block of settings, not one value.`, 'Write its settings below it, indented.')
  return []
}
