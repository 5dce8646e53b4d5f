import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Driver } from '../../src/dev/live/driver.ts'
import { drivers } from '../../src/dev/live/drivers.ts'
import { heardIn } from '../../src/dev/live/listening.ts'
import { play } from '../../src/dev/live/play.ts'
import { recordingOf } from '../../src/dev/live/recordings.ts'
import { changedRows, rowOf, writtenRows } from '../../src/dev/live/report.ts'
import { environmentOf, openRoom } from '../../src/dev/live/room.ts'
import { scenes } from '../../src/dev/live/scenes.ts'
import { scripted } from '../../src/dev/live/stub/script.ts'
import { harnesses } from '../../src/domain/harness.ts'
import { patience } from '../support/patience.ts'
import { isAlive } from '../support/processes.ts'
import { until } from '../support/soon.ts'

let folder = ''
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'live-test-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function programThat(does: string): string {
  const file = join(folder, 'program')
  writeFileSync(file, `#!/bin/sh\n${does}\n`)
  chmodSync(file, 0o755)
  return file
}

const place = {
  home: '/r/home',
  bin: '/r/bin',
  project: '/r/project',
  worktree: '/r/worktree',
  url: 'http://127.0.0.1:1',
}

describe.each(drivers.map((driver) => [driver.name, driver] as const))('the driver of %s', (name, driver) => {
  it('is of a known coding agent and its package', () => {
    const harness = harnesses.find((one) => one.name === name)
    expect(harness?.packages).toContain(driver.package)
    expect(harness?.programs).toContain(driver.program)
  })

  it('gives its program no variable of the caller', async () => {
    for (const name of ['OPENAI_API_KEY', 'WATCHPOST_AGENT', 'SOME_TOKEN']) vi.stubEnv(name, 'secret')
    const room = await openRoom(driver, programThat('env'), null)
    try {
      const { out } = await room.prompt([{ say: 'Done.' }])
      const names = out.split('\n').flatMap((line) => /^(\w+)=/u.exec(line)?.[1] ?? [])
      const shells = ['PWD', 'OLDPWD', 'SHLVL', '_']
      expect(names.filter((one) => !shells.includes(one)).toSorted()).toEqual(
        Object.keys(environmentOf(driver, place)).toSorted(),
      )
      expect(out).not.toContain('secret')
    } finally {
      vi.unstubAllEnvs()
      await room.close()
    }
  })

  it('names nothing outside of its room but the stub model, and sends no key of a person', () => {
    const told = JSON.stringify([environmentOf(driver, place), driver.files(place)])
    expect(told.match(/https?:\/\/[^"\\]+/gu)?.every((url) => url.startsWith(place.url))).toBe(true)
    for (const path of Object.keys(driver.files(place))) expect(path).toMatch(/^\/r\//u)
  })

  it.runIf(driver.tells !== null)(
    'keeps every event that its program tells, where it is recorded',
    async () => {
      const room = await openRoom(driver, programThat('true'), folder)
      try {
        const file = join(room.place.home, driver.tells?.file ?? '')
        const { hooks } = JSON.parse(readFileSync(file, 'utf8'))
        expect(Object.keys(hooks)).toEqual(driver.tells?.events)
        const told = JSON.stringify({ hook_event_name: 'SessionStart', cwd: room.place.project })
        expect(room.isTold('SessionStart')).toBe(false)
        const [{ command }] = hooks.SessionStart[0].hooks
        await room.processes.run(['sh', '-c', command], folder, room.env, told)
        expect(heardIn(folder)).toEqual([told])
        expect([room.isTold('SessionStart'), room.isTold('SessionEnd')]).toEqual([true, false])
      } finally {
        await room.close()
      }
    },
  )

  it('says why a scene does not apply, for scenes that exist', () => {
    for (const [scene, reason] of Object.entries(driver.lacks)) {
      expect(scenes.map((one) => one.name)).toContain(scene)
      expect(reason).not.toBe('')
    }
  })
})

const [driver] = drivers as readonly [Driver]
const scene = {
  name: 'hangs',
  proves: '',
  play: async (room: Awaited<ReturnType<typeof openRoom>>) => void (await room.prompt([])),
}
const about = (does: string, limits = { scene: 1_000, end: Date.now() + patience }) => ({
  driver,
  program: programThat(does),
  records: null,
  limits,
})

describe('a scene', () => {
  it('that hangs is ended with all that it started, and named', async () => {
    const file = join(folder, 'pid')
    const outcome = await play(scene, about(`sleep 600 & echo $! > '${file}'; wait`))
    expect(outcome).toEqual({ scene: 'hangs', result: 'failed', reason: 'it did not end within 1 s' })
    expect(existsSync(file)).toBe(true)
    await until(() => !isAlive(Number(readFileSync(file, 'utf8'))), 'the end of what it started')
  })

  it('that fails tells the reason, and its room is gone', async () => {
    let home = ''
    const failing = {
      ...scene,
      play: async (room: Awaited<ReturnType<typeof openRoom>>) => {
        home = room.place.home
        throw new Error('no mail came')
      },
    }
    expect(await play(failing, about('true'))).toMatchObject({ result: 'failed', reason: 'no mail came' })
    expect(home === '' || existsSync(home)).toBe(false)
  })

  it('for which no time is left is named, too', async () => {
    expect(await play(scene, about('true', { scene: 1_000, end: 0 }))).toMatchObject({
      result: 'failed',
      reason: 'no time was left for it',
    })
  })

  it('that does not apply says why', async () => {
    const lacking = { ...driver, lacks: { hangs: 'it has no such thing' } }
    expect(await play(scene, { ...about('true'), driver: lacking })).toMatchObject({
      result: 'does not apply',
      reason: 'it has no such thing',
    })
  })
})

describe('the table of what was tried', () => {
  const row = rowOf('Codex', '1.2.3', { scene: 'stop', result: 'failed', reason: 'a | b\nmore' })
  const written = `<!-- live -->\n| a | b | c | d | e |\n| --- | --- |\n| Codex | 1.2.2 | 2026-01-01 | stop | passed |\n<!-- /live -->`

  it('has a failure in one line', () => {
    expect(row[4]).toBe('failed: a / b')
  })

  it('tells a changed result, and no changed version', () => {
    const before = writtenRows(written)
    expect(changedRows([row], before)).toEqual(['changed: Codex 1.2.3, stop: failed: a / b (before: passed)'])
    expect(
      changedRows([rowOf('Codex', '1.2.3', { scene: 'stop', result: 'passed', reason: null })], before),
    ).toEqual([])
  })
})

describe('a recording', () => {
  const session = JSON.parse(readFileSync('test/faces/hook/fixtures/stop.json', 'utf8')).session_id
  const root = join(tmpdir(), 'wp-live-aB3xYz')
  const told = {
    session_id: 'a-session',
    transcript_path: `${root}/home/.claude/projects/${root.replaceAll('/', '-')}-project/a-session.jsonl`,
    cwd: `${root}/project`,
    hook_event_name: 'UserPromptSubmit',
    prompt: scripted('main', { say: 'Done.' }),
  }
  const [claude, codex] = drivers as readonly [Driver, Driver]

  it('has neither paths nor scripts of the laboratory', () => {
    const recording = recordingOf(claude, JSON.stringify(told))
    expect(recording?.name).toBe('user-prompt-submit.json')
    expect(JSON.parse(recording?.text ?? '')).toEqual({
      ...told,
      session_id: session,
      transcript_path: `/home/dev/.claude/projects/-home-dev-shop/${session}.jsonl`,
      cwd: '/home/dev/shop',
      prompt: 'Go on',
    })
  })

  it.each([
    [{ hook_event_name: 'SessionStart', source: 'resume' }, 'session-start-resume'],
    [{ hook_event_name: 'Notification', notification_type: 'idle_prompt' }, 'notification-idle'],
    [{ hook_event_name: 'PreCompact', trigger: 'auto' }, 'pre-compact-auto'],
    [{ hook_event_name: 'PermissionRequest', tool_name: 'AskUserQuestion' }, 'permission-request-question'],
    [{ hook_event_name: 'PreToolUse', tool_name: 'Bash', agent_id: 'a' }, 'pre-tool-use-subagent'],
    [{ hook_event_name: 'PreToolUse', tool_name: 'Agent' }, 'pre-tool-use-agent'],
    [{ hook_event_name: 'SubagentStop', agent_id: 'a' }, 'subagent-stop'],
    [{ hook_event_name: 'Stop', stop_hook_active: true }, 'stop-active'],
  ])('of %o is named by its event', (event, name) => {
    expect(recordingOf(claude, JSON.stringify(event))?.name).toBe(`${name}.json`)
    expect(recordingOf(codex, JSON.stringify(event))?.name).toBe(`codex-${name}.json`)
  })

  it('is none where a hook was told no event', () => {
    expect(recordingOf(claude, '')).toBeNull()
  })
})
