import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Driver } from './driver.ts'
import { heardIn } from './listening.ts'

const fixtures = 'test/faces/hook/fixtures'

/** How the names of a program's recordings begin. */
const starts: Readonly<Record<string, string>> = {
  claude: '',
  codex: 'codex-',
  gemini: 'gemini-',
  qwen: 'qwen-',
}

/** All events of the tests are of one session. */
const session = '6f1c2f5e-0a44-4c7e-9d0b-5b8f3a1c7d21'

export type Recording = { readonly name: string; readonly text: string }

/** What a hook was told, named by its event and without the paths and scripts of the laboratory; null if it is no event. */
export function recordingOf(driver: Driver, told: string): Recording | null {
  const start = starts[driver.program]
  if (start === undefined || !told.trimStart().startsWith('{')) return null
  const room = `${join(tmpdir(), 'wp-live-')}\\w{6}`
  const text = told
    .replaceAll(new RegExp(`${room}/home`, 'gu'), '/home/dev')
    .replaceAll(new RegExp(`${room}/project`, 'gu'), '/home/dev/shop')
    .replaceAll(new RegExp(`${room}/worktree`, 'gu'), '/home/dev/shop-worktree')
    .replaceAll(new RegExp(`${room.replaceAll('/', '-')}-project`, 'gu'), '-home-dev-shop')
    .replaceAll(/stub-script:[\w-]+:/gu, 'Go on')
    .replaceAll(String(JSON.parse(told).session_id), session)
  const event = JSON.parse(text)
  return { name: `${start}${nameOf(event)}.json`, text: `${JSON.stringify(event, null, 2)}\n` }
}

function nameOf(event: Readonly<Record<string, unknown>>): string {
  const tool = String(event['tool_name'] ?? '')
  const isStart = /^(?:Agent|Task|agent|task|invoke_agent)$/u.test(tool)
  const name = String(event['hook_event_name'])
  const words = [
    name,
    event['source'],
    event['trigger'],
    String(event['notification_type'] ?? '')
      .replace(/_.*$/u, '')
      .replace('ToolPermission', ''),
    /PreToolUse|BeforeTool/u.test(name) && isStart && 'agent',
    name === 'PermissionRequest' && tool === 'AskUserQuestion' && 'question',
    /spawn_agent$/u.test(tool) && 'spawn',
    /__watchpost__|^mcp_watchpost/u.test(tool) && 'mail-tool',
    event['stop_hook_active'] === true && 'active',
    !name.startsWith('Subagent') && 'agent_id' in event && 'subagent',
  ]
  return words
    .filter((word) => typeof word === 'string' && word !== '')
    .map((word) =>
      String(word)
        .replaceAll(/(?<=[a-z])(?=[A-Z])/gu, '-')
        .toLowerCase(),
    )
    .join('-')
}

/**
 * Records anew the events of the tests that this program told, and says of which version they are. Which events the tests have is
 * what `versions.json` names: put a new name there to have it recorded.
 */
export function keepRecordings(driver: Driver, version: string, folder: string): readonly string[] {
  const told = new Map<string, string>()
  for (const event of heardIn(folder)) {
    const recording = recordingOf(driver, event)
    if (recording !== null && !told.has(recording.name)) told.set(recording.name, recording.text)
  }
  const file = join(fixtures, 'versions.json')
  const versions = JSON.parse(readFileSync(file, 'utf8'))
  const kept = [...told].filter(([name]) => name in versions)
  for (const [name, text] of kept) {
    writeFileSync(join(fixtures, name), text)
    versions[name] = { harness: driver.name, version, recorded: new Date().toISOString().slice(0, 10) }
  }
  writeFileSync(file, `${JSON.stringify(versions, null, 2)}\n`)
  return kept.map(([name]) => name)
}
