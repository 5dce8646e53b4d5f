import { sanitizeLine } from '../../domain/sanitize.ts'
import type { Raw } from './flags.ts'
import { chosenIn, type Globals } from './globals.ts'
import type { Host, MetricsWanted } from './host.ts'
import { writeNote, writeOut } from './output.ts'

type Wanted = Partial<Pick<MetricsWanted, 'listen' | 'cert' | 'key' | 'insecure'>>

/** Prints metrics once, or serves them. */
export async function runMetrics(host: Host, globals: Globals, input: Raw): Promise<number> {
  const { listen, cert, key, insecure = false } = input as Wanted
  if (listen === undefined) {
    writeOut(await host.metrics(chosenIn(globals)))
    return 0
  }
  const say = (sentence: string): void => {
    if (!globals.quiet) writeNote(`${sanitizeLine(sentence)}\n`)
  }
  return host.listenForMetrics({ ...chosenIn(globals), listen, cert, key, insecure, say })
}
