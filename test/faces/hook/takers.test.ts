import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import picomatch from 'picomatch'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Taker } from '../../../src/domain/takes-mail.ts'
import { toolOfOperation } from '../../../src/faces/mcp/tools.ts'
import { programFile } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'
import { recorded } from '../../support/recorded.ts'

/** Each call that takes, as a line for a shell and as the input of a tool, if there is one. */
const calls = {
  next: ['next', {}],
  claim: ['claim work', { queue: 'work' }],
  inject: ['inject', null],
  read: ['read ID', { messages: ['ID'] }],
  complete: ['complete DONE --next', { messages: ['DONE'], next: true }],
  fail: ['fail FAILED --next', { messages: ['FAILED'], next: true }],
  wait: ['wait --take --timeout 1s', { take: true, timeout: '1s' }],
} as const satisfies Readonly<Record<Taker, readonly [string, object | null]>>

type Program = {
  readonly name: string
  readonly hooks: string
  readonly before: string
  readonly shell: string
  readonly tool: (name: string) => string
  /** An event before a tool, as the agent or its subagent brings it about. */
  readonly event: (by: 'agent' | 'subagent', tool: object) => string
  /** What a shell of the subagent has in its variables. */
  readonly variables: NodeJS.ProcessEnv
}

const changed = (event: string, change: object): string =>
  JSON.stringify({
    ...JSON.parse(readFileSync(join(import.meta.dirname, `fixtures/${event}.json`), 'utf8')),
    ...change,
  })

const programs: readonly Program[] = [
  {
    name: 'claude',
    hooks: '.claude/settings.json',
    before: 'PreToolUse',
    shell: 'Bash',
    tool: (name) => `mcp__watchpost__${name}`,
    event: (by, tool) =>
      recorded(`claude-code-2.1.331/PreToolUse-Bash${by === 'agent' ? '' : '-subagent'}`, tool),
    variables: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'd4398654-d89f-4058-bc7f-cb4a0dff7dc1' },
  },
  {
    name: 'codex',
    hooks: '.codex/hooks.json',
    before: 'PreToolUse',
    shell: 'Bash',
    tool: (name) => `mcp__watchpost__${name}`,
    event: (by, tool) => {
      const event = JSON.parse(recorded('codex-0.169.0/PreToolUse-Bash-subagent', tool))
      if (by === 'agent') delete event.agent_id
      return JSON.stringify(event)
    },
    variables: { CODEX_SESSION_ID: '01a2', CODEX_THREAD_ID: '01a3' },
  },
  {
    name: 'gemini',
    hooks: '.gemini/settings.json',
    before: 'BeforeTool',
    shell: 'run_shell_command',
    tool: (name) => `mcp_watchpost_${name}`,
    event: (by, tool) =>
      changed('gemini-before-tool', { ...tool, ...(by === 'agent' && { session_id: 'another' }) }),
    variables: { GEMINI_CLI: '1' },
  },
  {
    name: 'qwen',
    hooks: '.qwen/settings.json',
    before: 'PreToolUse',
    shell: 'run_shell_command',
    tool: (name) => `mcp__watchpost__${name}`,
    event: (by, tool) => {
      const whose = by === 'agent' ? {} : { agent_id: 'general-purpose-1' }
      return changed('qwen-post-tool-use', { ...whose, hook_event_name: 'PreToolUse', ...tool })
    },
    variables: { QWEN_CODE: '1' },
  },
]

let desk: Desk
beforeEach(() => {
  desk = openDesk(['architect', 'critic'])
  mkdirSync(join(desk.folder, 'bin'))
  writeFileSync(
    join(desk.folder, 'bin/watchpost'),
    `#!/bin/sh\nexec ${process.execPath} ${programFile} "$@"\n`,
    { mode: 0o755 },
  )
  desk.run(['queue', 'create', 'work'])
})
afterEach(() => desk.close())

const shell = (line: string, env: NodeJS.ProcessEnv, input = ''): string => {
  const PATH = `${join(desk.folder, 'bin')}:${process.env['PATH']}`
  const variables = { PATH, HOME: desk.folder, WATCHPOST_AGENT: 'critic', ...env }
  return spawnSync('sh', ['-c', line], { cwd: desk.folder, env: variables, input, encoding: 'utf8' }).stdout
}

type Group = {
  readonly matcher?: string
  readonly hooks: readonly { readonly command: string; readonly if?: string }[]
}

/** What the hooks that the program would start before this tool say to it. */
function asked({ hooks, before }: Program, event: string): string {
  const { tool_name: tool, tool_input: given } = JSON.parse(event)
  const groups: readonly Group[] = JSON.parse(readFileSync(join(desk.folder, hooks), 'utf8')).hooks[before]
  return groups
    .filter(({ matcher }) => matcher === undefined || new RegExp(`^(?:${matcher})$`, 'u').test(tool))
    .flatMap((group) => group.hooks)
    .filter((hook) => isMeant(hook.if, tool, given?.command))
    .map(({ command }) => shell(command, {}, event))
    .join('')
}

/** A rule such as `Bash(git *)`. */
function isMeant(rule: string | undefined, tool: string, line = ''): boolean {
  if (rule === undefined) return true
  const [, name, pattern = ''] = /^(\w+)\((.*)\)$/u.exec(rule) ?? []
  return name === tool && picomatch(pattern)(line.replaceAll('/', '_'))
}

const refusal = 'your parent gets the mail'
/** What ends a message may end it; only the next one is its agent's. */
type Ids = { readonly ID: string; readonly DONE: string; readonly FAILED: string }
const mailAndWork = (): Ids => {
  const send = (to: string) => ({
    command: 'send',
    input: { to: [to], subject: 'x', body: 'x', again: true },
    as: 'architect',
  })
  const [DONE, FAILED, ID] = desk
    .batch(['critic', 'critic', 'critic', 'queue:work'].map(send))
    .map(({ id }) => id)
  return { ID, DONE, FAILED }
}
const named = (line: string, ids: Ids) => line.replace(/ID|DONE|FAILED/u, (name) => ids[name as keyof Ids])

describe.each(programs)('a subagent of $name', (program) => {
  const { name, tool, event, variables } = program
  const forShell = (line: string) => ({
    tool_name: program.shell,
    tool_input: { command: line },
  })
  /** Each call, and the line of those that a shell runs. */
  const all = () =>
    Object.entries(calls).flatMap(([command, [words, input]]) => {
      const line = `watchpost ${words}`
      const called = { tool_name: tool(command), tool_input: input }
      return [{ line, call: forShell(line) }, ...(input === null ? [] : [{ line: null, call: called }])]
    })

  it.each([true, false])('takes nothing; mail waits: %s', (isWaiting) => {
    expect(desk.run(['setup', name, '--as', 'critic', '--yes']).code).toBe(0)
    // What an agent never looked for is not known to be nothing.
    shell('watchpost next', {})
    if (name === 'gemini') shell('watchpost hook', {}, changed('gemini-before-tool-agent', {}))
    const earlier = isWaiting ? mailAndWork() : null
    const runs = (by: 'agent' | 'subagent') =>
      all().filter(({ call }) => !asked(program, event(by, call)).includes(refusal))
    expect(runs('agent')).toHaveLength(all().length)
    const lines = runs('subagent').map(({ line }) => line)
    // A command may look, where its variables say that a subagent runs it. A server of tools has none.
    expect(lines).not.toContain(null)
    const ids = earlier ?? mailAndWork()
    for (const line of lines) shell(named(String(line), ids), variables)
    const { messages } = desk.json('inbox', 'critic') as { messages: { id: string; status: string }[] }
    expect(messages.find(({ id }) => id === ids.ID)).toMatchObject({ status: 'unread' })
    expect(desk.json('queue', 'show', 'work')).toMatchObject({ available: 1 })
  })
})

it('each call that takes, and each tool of it, is known to this test', () => {
  for (const [command, [, input]] of Object.entries(calls))
    expect([command, toolOfOperation(command) !== undefined]).toEqual([command, input !== null])
})
