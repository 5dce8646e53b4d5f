import { MailError } from '../domain/errors.ts'
import { defaultAgent } from './commands.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { wholeLines } from './lines.ts'
import { marks } from './marked-block.ts'
import { codexServer, wordsOf } from './servers.ts'
import { spliced } from './splice.ts'
import { withoutKey } from './toml/drop-key.ts'
import { isTable, type KeyPath, parsedToml, type Toml, valueAt } from './toml/parsed-toml.ts'
import { inList, isSame, withKey } from './toml/set-key.ts'

/** Codex's word for the tools of a server that need no click: `approve`. */
const approvalField = 'default_tools_approval_mode'

const server: KeyPath = ['mcp_servers', 'watchpost']

/**
 * `config.toml`, of which the key `mcp_servers.watchpost` is ours, not a range of lines: Codex writes tables of its own between
 * any two of them. Setup gives the key's fields their values and leaves its other fields and comments alone. `--remove` takes the
 * key away with the comments within it; comments before its first and after its last line stay. Earlier releases wrote marks
 * around it, which go.
 */
export function codexConfig(around: Surroundings, remove: boolean): FileChange {
  const { codexFolder } = around
  const path = `${codexFolder}/config.toml`
  const change = (text: string) => {
    const toml = parsedToml(withoutMarks(parsedToml(text, path)), path)
    requireTables(toml)
    return remove ? withoutKey(toml, server) : withServer(toml, around)
  }
  return { path, within: codexFolder, change, holds: 'MCP server', isPersonal: true }
}

/** Without the marks of earlier releases, each alone and in any order, because Codex moves and drops them. */
function withoutMarks({ text, program, name }: Toml): string {
  const lines = program.comments.map(({ range: [from, to] }) => wholeLines(text, from, to))
  const span = lines.find(([from, to]) => marks.hash.includes(text.slice(from, to).trim()))
  return span === undefined ? text : withoutMarks(parsedToml(spliced(text, [{ span, text: '' }]), name))
}

/** @throws MailError `conflict` where one of our tables is something else */
function requireTables(toml: Toml): void {
  const tables = [server.slice(0, 1), server, [...server, 'env']]
  const wrong = tables.find((path) => {
    const value = valueAt(toml, path)
    return value !== undefined && !isTable(value)
  })
  if (wrong !== undefined)
    throw new MailError(
      'conflict',
      `${toml.name} has a key \`${wrong.join('.')}\` that is not a table.`,
      'Fix it by hand; nothing was written.',
    )
}

function withServer(toml: Toml, around: Surroundings): string {
  const [command, ...args] = wordsOf(around)
  const { agent } = around
  const edits: readonly ((toml: Toml) => string)[] = [
    (now) => withValue(now, 'command', command),
    (now) => withValue(now, 'args', [...args, ...codexServer.args]),
    ...codexServer.env_vars.map((name) => (now: Toml) => withMember(now, 'env_vars', name)),
    // A name that is fixed here would win over the one that the session was started with.
    (now) => withoutKey(now, [...server, 'env', 'WATCHPOST_AGENT']),
    // Codex may ask for each tool of a server; commands have no list that keeps them in the sandbox.
    ...(around.permissions === true ? [(now: Toml) => withValue(now, approvalField, 'approve')] : []),
    ...(agent === null ? [] : [(now: Toml) => withValue(now, `env.${defaultAgent}`, agent)]),
  ]
  return edits.reduce((text, edit) => edit(parsedToml(text, toml.name)), toml.text)
}

function withValue(toml: Toml, field: string, value: string | readonly string[]): string {
  const path = [...server, ...field.split('.')]
  const isThere = JSON.stringify(valueAt(toml, path)) === JSON.stringify(value)
  return isThere ? toml.text : withKey(toml, path, literalOf(value))
}

/** Adds a value to an array, and leaves the person's own values in it. */
function withMember(toml: Toml, field: string, value: string): string {
  const path = [...server, field]
  const found = toml.entries.find((entry) => isSame(entry.path, path))?.node.value
  if (found?.type !== 'TOMLArray') return withKey(toml, path, literalOf([value]))
  const values = valueAt(toml, path) as readonly unknown[]
  return values.includes(value) ? toml.text : inList(toml, found, literalOf(value))
}

/** Strings of JSON are strings of TOML, but for one character. */
function literalOf(value: string | readonly string[]): string {
  if (typeof value !== 'string') return `[${value.map(literalOf).join(', ')}]`
  return JSON.stringify(value).replaceAll('\u007F', '\\u007F')
}
