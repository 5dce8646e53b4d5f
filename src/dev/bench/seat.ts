import { readFileSync } from 'node:fs'
import { openProgram, type Program } from '../../../test/support/terminal.ts'
import type { Programs } from './commands.ts'
import { atMost, bareEnvironment, type Figure, later } from './measure.ts'
import { firstAgent } from './world.ts'

const size = { columns: 200, rows: 50 }

/** The terminal inbox of the first agent, through a pty into a terminal emulator. */
export function openSeat(location: string, { program }: Programs): Program {
  const command = [process.execPath, program, '--store', location, '--as', firstAgent, '--open', 'inbox']
  return openProgram(command, { ...size, env: seatEnvironment() })
}

export function seatEnvironment(): Record<string, string | undefined> {
  const bare = bareEnvironment()
  const emptied = Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]))
  return { ...emptied, ...bare, COLORTERM: 'truecolor', LANG: 'C.UTF-8' }
}

/** The longest of the screen's clocks strikes once in so many seconds. */
const idleSeconds = 60

/** What both threads of a screen use while nobody touches it and nothing changes. */
export async function benchIdle(program: Program, where: string): Promise<Figure> {
  await later(1_500)
  const before = ticksOf(program.pid)
  await later(idleSeconds * 1_000)
  const used = (ticksOf(program.pid) - before) / idleSeconds
  const what = `${where}: processor time while idle, over ${idleSeconds} s`
  return atMost(what, used, 1, (value) => `${value.toFixed(1)} %`)
}

/** Memory of a process that is not paged out, MB. */
export function residentOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? Number.NaN) / 1024
}

/** Processor time in hundredths of a second, of all its threads. */
export function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}
