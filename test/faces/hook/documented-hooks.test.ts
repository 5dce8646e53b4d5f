import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { programFile, quietEnvironment } from '../../support/batch.ts'
import { type Desk, openDesk } from '../../support/cli.ts'

/** A coding agent that was not tried live: what it runs and reads, as its pages say. */
type Documented = {
  readonly tool: string
  readonly file: string
  /** Whether a hook's matcher takes a tool, by its own rule. */
  readonly matches: (matcher: string, tool: string) => boolean
  readonly events: Readonly<Record<'start' | 'before' | 'after' | 'stop', string>>
  readonly tools: Readonly<Record<'shell' | 'helper' | 'other', string>>
  readonly payload: object
  readonly told: (text: unknown) => object
  readonly goesOn: (text: unknown) => object
  readonly refused: (text: unknown) => object
}

const documented: readonly Documented[] = [
  {
    tool: 'copilot',
    file: '.github/hooks/watchpost.json',
    matches: (matcher, tool) => new RegExp(`^(?:${matcher})$`, 'u').test(tool),
    events: { start: 'SessionStart', before: 'PreToolUse', after: 'PostToolUse', stop: 'Stop' },
    tools: { shell: 'Bash', helper: 'Agent', other: 'Read' },
    payload: { session_id: 's-1', timestamp: '2026-11-26T10:00:00Z', source: 'startup' },
    told: (additionalContext) => ({ additionalContext }),
    goesOn: (reason) => ({ decision: 'block', reason }),
    refused: (permissionDecisionReason) => ({ permissionDecision: 'deny', permissionDecisionReason }),
  },
  {
    tool: 'cursor',
    file: '.cursor/hooks.json',
    matches: (matcher, tool) => new RegExp(matcher, 'u').test(tool),
    events: { start: 'sessionStart', before: 'preToolUse', after: 'postToolUse', stop: 'stop' },
    tools: { shell: 'Shell', helper: 'Task', other: 'Read' },
    payload: { conversation_id: 's-1', cursor_version: '2026.09.18', status: 'completed', loop_count: 0 },
    told: (additional_context) => ({ additional_context }),
    goesOn: (followup_message) => ({ followup_message }),
    refused: (agent_message) => ({ permission: 'deny', agent_message }),
  },
]

let desk: Desk
let programs: string
beforeEach(() => {
  desk = openDesk(['architect', 'critic'])
  programs = join(desk.folder, 'programs')
  mkdirSync(programs)
  const script = `#!/bin/sh\nexec '${process.execPath}' '${programFile}' "$@"\n`
  writeFileSync(join(programs, 'watchpost'), script, { mode: 0o755 })
})
afterEach(() => desk.close())

const send = (subject: string): string =>
  desk.batch([{ command: 'send', input: { to: ['critic'], subject, body: 'Words' }, as: 'architect' }])[0].id
const statusOf = (id: string) =>
  desk.json('inbox', 'critic', '--all').messages.find((one: { id: string }) => one.id === id).status

describe.each(documented)(
  'the hooks of $tool',
  ({ tool, file, matches, events, tools, payload, ...forms }) => {
    beforeEach(() => {
      expect(desk.run(['setup', tool, '--as', 'critic', '--yes'])).toMatchObject({ code: 0 })
    })

    /** What all hooks of an event print, run by a shell without a variable of ours. */
    const happens = (event: string, of?: keyof typeof tools, more: object = {}): object | null => {
      const { hooks } = JSON.parse(readFileSync(join(desk.folder, file), 'utf8'))
      const name = of === undefined ? '' : tools[of]
      const asked = (hooks[event] ?? []).filter(
        ({ matcher }: { matcher?: string }) => matcher === undefined || matches(matcher, name),
      )
      const written = { ...payload, hook_event_name: event, cwd: desk.folder, tool_name: name, ...more }
      const printed = asked.map(({ command }: { command: string }) => {
        const ran = spawnSync('/bin/sh', ['-c', command], {
          cwd: desk.folder,
          env: { ...quietEnvironment(), HOME: desk.folder, PATH: `${programs}:/usr/bin:/bin` },
          input: JSON.stringify(written),
          encoding: 'utf8',
        })
        expect([ran.status, ran.stderr]).toEqual([0, ''])
        return ran.stdout
      })
      const said = printed.filter((text: string) => text !== '')
      expect(said.length).toBeLessThan(2)
      return said.length === 0 ? null : JSON.parse(said[0])
    }

    it('hand mail over in its form, as the agent that was set up', () => {
      const first = send('Plan first')
      expect(happens(events.start)).toEqual(forms.told(expect.stringContaining('Plan first')))
      expect(statusOf(first)).toBe('read')
      expect(happens(events.after, 'other')).toBeNull()
      send('Meanwhile')
      expect(happens(events.after, 'shell')).toEqual(forms.told(expect.stringContaining('Meanwhile')))
      send('At last')
      expect(happens(events.stop)).toEqual(forms.goesOn(expect.stringContaining('At last')))
      expect(happens(events.stop)).toBeNull()
    })

    it('hold a helper back for mail, and give it none while it runs', () => {
      happens(events.start)
      send('Plan first')
      expect(happens(events.before, 'helper')).toEqual(forms.refused(expect.stringContaining('Plan first')))
      expect(happens(events.before, 'helper')).toBeNull()
      const id = send('For the parent')
      expect(happens(events.after, 'other')).toBeNull()
      const command = { tool_input: { command: 'watchpost next' } }
      expect(happens(events.before, 'shell', command)).toEqual(
        forms.refused(expect.stringContaining('your parent gets the mail')),
      )
      expect(statusOf(id)).toBe('unread')
      expect(happens(events.after, 'helper')).toEqual(forms.told(expect.stringContaining('For the parent')))
    })
  },
)

it.each([
  ['copilot', 'UserPromptSubmit', {}],
  ['copilot', 'PostToolUseFailure', {}],
  ['cursor', 'stop', { status: 'aborted', cursor_version: '2026.09.18' }],
])('%s hears nothing at %s: the mail waits', (of, hook_event_name, more) => {
  const id = send('Plan first')
  const input = JSON.stringify({ hook_event_name, session_id: 's-1', cwd: desk.folder, ...more })
  const env = { WATCHPOST_AGENT: 'critic' }
  expect(desk.run(['hook', '--of', of], { input, env })).toEqual({ code: 0, out: '', err: '' })
  expect(statusOf(id)).toBe('unread')
})

it('takes the only coding agent whose marker is there for the one that runs hooks of another', () => {
  send('Plan first')
  const input = JSON.stringify({ hook_event_name: 'SessionStart', session_id: 's-1', cwd: desk.folder })
  const { out } = desk.run(['hook'], { input, env: { WATCHPOST_AGENT: 'critic', COPILOT_CLI: '1' } })
  expect(JSON.parse(out)).toEqual({ additionalContext: expect.stringContaining('Plan first') })
})
