import { checkInput } from '../../input/input.ts'
import { parseFlags } from './flags.ts'
import { chosenIn, type Line } from './globals.ts'
import { hookFields } from './hook-fields.ts'
import { type HookInput, readHookInput } from './hook-input.ts'
import type { Host } from './host.ts'
import { codeOf, handOver, hearSignals, readAll, writeOut } from './output.ts'
import { sayError } from './say.ts'

/**
 * A coding agent must never be stopped by its mail: whatever goes wrong is answered in one line for the person, and the
 * code is 0. Claude Code takes 2 for a refusal.
 */
export async function runHook(host: Host, line: Line): Promise<number> {
  let written: Promise<HookInput> | undefined
  const readInput = async () => {
    written ??= readHookInput()
    return (await written).text
  }
  const isEvent = !line.without(1).includes('--checkpoint')
  try {
    const { globals, input } = parseFlags(hookFields, line.without(1), readAll, 'hook')
    if (globals.help || globals.version)
      return await (await import('./builtins.ts')).runInstead(host, globals, 'hook')
    const { checkpoint = false, of = null } = checkInput(hookFields, input)
    const ways = { readInput, write: writeOut, hearSignals, handOver }
    await host.answerHook({ ...chosenIn(globals), checkpoint, of, ...ways })
  } catch (error) {
    if (codeOf(error) === 'EPIPE') return 0
    if (isEvent) writeOut(await host.hookFailure(error, await readInput()))
    sayError(error)
  }
  // The coding agent waits for our end, and Node would wait for the end of its silence.
  if ((await written)?.isOpen === true) process.kill(process.pid, 'SIGKILL')
  return 0
}
