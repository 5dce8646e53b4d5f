import type { Context } from '../../services/context.ts'
import type { Globals } from './globals.ts'
import type { Host, LongWork } from './host.ts'
import { writeNote } from './output.ts'

const stderr = 2
const width = 30
const between = 100

/** Shows the progress on a terminal, and keeps memory small meanwhile. */
export function longWork(host: Host, context: Context, { json, quiet }: Globals): Promise<LongWork> {
  return host.keepWorkSmall(json || quiet ? context : withProgress(context))
}

/** A bar on the terminal, beside the data; off a terminal there is none. */
function withProgress(context: Context): Context {
  if (!process.getBuiltinModule('node:tty').isatty(stderr)) return context
  let next = 0
  return {
    ...context,
    progress(done, of) {
      const now = performance.now()
      if (done < of && now < next) return
      next = now + between
      const full = of === 0 ? width : Math.round((done / of) * width)
      const bar = `${'█'.repeat(full)}${'░'.repeat(width - full)}`
      const text = `${bar} ${done.toLocaleString('en')} of ${of.toLocaleString('en')}`
      writeNote(done < of ? `\r${text}\u001b[K` : '\r\u001b[K')
    },
  }
}
