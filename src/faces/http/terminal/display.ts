import { type Safe, sanitizeLine } from '../../../domain/sanitize.ts'
import type { Level, Log, LogFields } from './log.ts'

export type Terminal = {
  readonly write: (text: string) => void
  readonly columns: () => number
  readonly colour: boolean
}

/** A log for people: lines that scroll, and below them a summary, written again only when it changed. */
export type Display = Log & {
  /** Shows from now on what `look` answers, a look a second. */
  readonly follow: (look: () => Promise<readonly Safe[]>) => void
  readonly stop: () => void
}

const pulse = 1000
/** Routes that are called again and again, and would fill the screen. */
const probes = new Set(['GET /health', 'GET /metrics'])

export function openDisplay({ write, columns, colour }: Terminal, now: () => number): Display {
  let lines: string[] = []
  let standing: readonly Safe[] = []
  let shown: readonly Safe[] = []
  let timer: NodeJS.Timeout | undefined
  const dim = (text: string) => (colour ? `\x1b[2m${text}\x1b[22m` : text)

  const paint = () => {
    const same = standing.length === shown.length && standing.every((line, at) => line === shown[at])
    if (lines.length === 0 && same) return
    const text = [...lines, ...standing.map(dim)].map((line) => `${line}\n`).join('')
    write(erased(shown, columns()) + text)
    lines = []
    shown = standing
  }
  const log = (level: Level, event: string, fields: LogFields) => {
    if (event === 'request' && probes.has(String(fields['route'])) && fields['status'] === 200) return
    if (lines.length === 0) setImmediate(paint)
    const line = `${clock(now())} ${wordsOf(event, fields)}`
    lines.push(level === 'error' && colour ? `\x1b[31m${line}\x1b[39m` : line)
  }
  return {
    info: (event, fields = {}) => log('info', event, fields),
    error: (event, fields = {}) => log('error', event, fields),
    flush: paint,
    follow(look) {
      const turn = async () => {
        standing = await look().catch(() => standing)
        paint()
      }
      void turn()
      timer = setInterval(() => void turn(), pulse)
    },
    stop() {
      clearInterval(timer)
      standing = []
      paint()
    },
  }
}

/** A terminal that became narrower has broken lines up. */
function erased(lines: readonly Safe[], columns: number): string {
  const rows = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / columns)), 0)
  return rows === 0 ? '' : `\x1b[${rows}A\r\x1b[J`
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8)
}

function wordsOf(event: string, fields: LogFields): Safe {
  const { route, status, milliseconds, ...rest } = fields
  const request = event === 'request' ? `${status}  ${route}  ${milliseconds} ms` : null
  const named = Object.entries(rest).map(([name, value]) => `${name} ${value}`)
  return sanitizeLine(request ?? [event, ...named].join(' · '))
}
