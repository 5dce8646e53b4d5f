import { openProgram } from '../../../test/support/terminal.ts'
import { type Stage, strike } from './stage.ts'

export const personName = (at: number) => `person-${at}`
const size = { columns: 160, rows: 40 }
/** None of these changes mail but by reading it. */
const keys = ['j', 'j', 'j', 'k', 'g', 'G', 'C-d', 'C-u', 'Enter', 'Esc', 'Esc', '1', '2'] as const
const [pressEvery, lookEvery] = [1_500, 400]

/** A person before a screen who presses keys now and then. What is seen there goes into the ledger. */
export function openScreens(stage: Stage): void {
  for (let at = 0; at < stage.options.screens; at += 1) {
    const pen = stage.ledger.pen(`screen-${at}`)
    stage.drive(`screen-${at}`, pen, () => sit(stage, personName(at)))
  }
}

async function sit(stage: Stage, person: string): Promise<void> {
  const pen = stage.ledger.pen(person)
  const seen = new Set<string>()
  while (!stage.isOver) {
    const since = Date.now()
    const program = open(stage, person)
    let isOpen = true
    const kill = () => strike(program.pid)
    const gone = stage.expose({
      role: 'screen',
      name: person,
      pid: program.pid,
      kill: () => isOpen && kill(),
    })
    const left = program.exited(2 ** 31 - 1).then((exit) => {
      isOpen = false
      return exit
    })
    let [pressedAt, text] = [0, '']
    while (isOpen && !stage.isOver) {
      text = program.screen().join('\n')
      for (const [key] of text.matchAll(/\b[a-z]+-\d+\.\d+\b/gu)) {
        if (seen.has(key)) continue
        seen.add(key)
        pen({ what: 'seen', key, screen: person, at: Date.now() })
      }
      if (!stage.isEnding && Date.now() > pressedAt + pressEvery) {
        pressedAt = Date.now()
        await program.press(keys[Math.floor(stage.random() * keys.length)] ?? 'j')
      }
      await stage.later(lookEvery)
    }
    if (isOpen) kill()
    const { code, signal } = await left
    gone()
    const said = `${code}: ${text.trim().slice(-600)}`
    if (signal === undefined && stage.hadRoom(since) && !stage.isOver)
      pen({ what: 'failed', name: `screen of ${person}`, said, at: Date.now() })
    await stage.later(300)
  }
}

function open(stage: Stage, person: string) {
  const own = stage.environment(person)
  const emptied = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))
  return openProgram([process.execPath, stage.program, '--open', 'inbox'], {
    ...size,
    cwd: stage.folder,
    env: { ...emptied, ...own, WATCHPOST_AGENT: person, COLORTERM: 'truecolor', LANG: 'C.UTF-8' },
  })
}

/** Whether a screen that is opened now finds a message of the person's mail and shows its body. */
export async function lookAtFirst(stage: Stage, person: string, key: string): Promise<boolean> {
  const program = open(stage, person)
  try {
    await program.sees('unread', 60_000)
    program.send(`/${key}\r`)
    await program.sees(`text of ${key}`, 60_000)
    return true
  } catch {
    return false
  } finally {
    await program.kill()
  }
}
