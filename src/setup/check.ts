import { isJsonObject, type Json } from '../domain/json.ts'
import { permitting } from '../domain/setup-permissions.ts'
import type { CodingAgent } from '../domain/setup-tools.ts'
import { type Trust, trustOfHooks } from './codex-trust.ts'
import { defaultAgent } from './commands.ts'
import type { FileChange, Surroundings } from './file-change.ts'
import { readText } from './files.ts'
import { programs } from './programs.ts'
import { itemsOf, jsonOf } from './read-json.ts'
import { changed } from './set-up.ts'
import { parsedToml, valueAt } from './toml/parsed-toml.ts'
import { changesFor } from './tools.ts'

/** One thing that mail needs in a coding agent. `note`: it works, and could be better. */
export type Check = {
  readonly tool: CodingAgent
  readonly what:
    | 'name'
    | 'program'
    | 'hooks'
    | 'trust'
    | 'last run'
    | 'tools'
    | 'bell'
    | 'permissions'
    | 'store'
  readonly state: 'ok' | 'note' | 'wrong'
  readonly says: string
  /** What to do, in one line; `null` where it is well. */
  readonly cure: string | null
}

type Judged = Omit<Check, 'tool'>

export function isSetUp(tool: CodingAgent, around: Surroundings): boolean {
  return changesFor(tool, around, true).some((file) => !isSettled(file))
}

/** The agent that the person's own files name, and the file that does. */
export function nameIn(tool: CodingAgent, around: Surroundings) {
  const { file, at } = programs[tool].named(around)
  const text = readText(file)
  const agent = at === null ? inEnv(text) : inJson(text, at)
  return agent === null ? null : { agent, file }
}

function inJson(text: string, at: readonly string[]): string | null {
  const found = at.reduce<Json | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    jsonOf(text),
  )
  return typeof found === 'string' ? found : null
}

function inEnv(text: string): string | null {
  const found = new RegExp(`^${defaultAgent}=(['"]?)(.*)\\1\\s*$`, 'mu').exec(text)
  return found?.[2] ?? null
}

/** What the files of a coding agent say: its hooks and tools, whether it runs them, and what it may do. */
export function checkFiles(tool: CodingAgent, around: Surroundings): readonly Judged[] {
  const files = changesFor(tool, around, false)
  const again = `watchpost setup ${tool} --as ${around.agent ?? 'NAME'}`
  const written = (what: Judged['what'], word: RegExp, name: string): Judged => {
    const asked = files.filter(({ holds }) => word.test(holds))
    const stale = asked.filter((file) => !isSettled(file)).map(({ path }) => path)
    if (stale.length > 0)
      return { what, state: 'wrong', says: `${name} missing or old in ${stale.join(', ')}`, cure: again }
    return { what, state: 'ok', says: asked.map(({ path }) => path).join(', '), cure: null }
  }
  return [
    ...(programs[tool].isHooked ? [written('hooks', /hooks/u, 'hooks are')] : []),
    ...trust(tool, around),
    written('tools', /MCP server/u, 'the MCP server is'),
    ...permissions(tool, around, again),
    ...sandbox(tool, around),
  ]
}

function isSettled({ path, change }: FileChange): boolean {
  const text = readText(path)
  return changed(text, change) === text
}

const untrusted: readonly (readonly [Trust, string])[] = [
  ['untrusted', 'never trusted'],
  ['changed', 'changed since trusted'],
  ['off', 'switched off'],
]

function trust(tool: CodingAgent, around: Surroundings): readonly Judged[] {
  if (tool !== 'codex') return []
  const [what, all] = ['trust' as const, trustOfHooks(around)]
  const failing = all.filter((one) => one !== 'trusted').length
  if (failing === 0) return [{ what, state: 'ok', says: 'Codex trusts each hook as it is now', cure: null }]
  const reasons = untrusted.flatMap(([trust, words]) => {
    const count = all.filter((one) => one === trust).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  // A later Codex may mark hooks otherwise: then none is as it was trusted.
  const isUnsure = all.length > 0 && all.every((one) => one === 'changed')
  const doubt = isUnsure ? ', or this Codex marks hooks in another way' : ''
  return [
    {
      what,
      state: 'wrong',
      says: `Codex does not run ${failing} of ${all.length} hooks: ${reasons.join(', ')}${doubt}`,
      cure: 'In Codex, type /hooks, trust them and switch them on.',
    },
  ]
}

/** Whether the agent may use its mail without a click; `null`: we know no list of that coding agent. */
function isPermitted(tool: CodingAgent, around: Surroundings): boolean | null {
  if (!permitting.includes(tool)) return null
  return changesFor(tool, { ...around, permissions: true }, false)
    .filter(({ holds }) => /permission|MCP server/u.test(holds))
    .every(isSettled)
}

function permissions(tool: CodingAgent, around: Surroundings, again: string): readonly Judged[] {
  const isGiven = isPermitted(tool, around)
  if (isGiven === null) return []
  const what = 'permissions'
  if (isGiven) return [{ what, state: 'ok', says: 'the safe uses of its mail need no click', cure: null }]
  const says = 'you may be asked before the agent uses its mail; without you it cannot answer'
  return [{ what, state: 'note', says, cure: `${again} --permissions` }]
}

/** Codex's sandbox lets commands write in the project and in the named folders alone. */
function sandbox(tool: CodingAgent, { folder, location, codexFolder }: Surroundings): readonly Judged[] {
  if (tool !== 'codex') return []
  const file = `${codexFolder}/config.toml`
  const config = parsedToml(readText(file), file)
  const roots = itemsOf(valueAt(config, ['sandbox_workspace_write', 'writable_roots']) as Json | undefined)
  const isFree = valueAt(config, ['sandbox_mode']) === 'danger-full-access'
  const within = [folder, ...roots].find(
    (root) => typeof root === 'string' && `${location}/`.startsWith(`${root}/`),
  )
  if (isFree || within !== undefined)
    return [{ what: 'store', state: 'ok', says: `${location} can be written from the sandbox`, cure: null }]
  return [
    {
      what: 'store',
      state: 'note',
      says: `Codex's sandbox keeps commands out of ${location}; its MCP tools reach it`,
      cure: `Add it in ${file}: [sandbox_workspace_write] writable_roots = [${JSON.stringify(location)}]`,
    },
  ]
}
