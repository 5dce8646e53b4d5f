import { circumstances } from '../bench/report.ts'
import type { Judgement, Times } from './judge.ts'
import type { Options } from './options.ts'

const kinds = ['lost', 'stranded', 'doubled', 'wrong order', 'failed', 'grown'] as const
const mostListed = 60

/** The table of docs/proved.md. */
export function soakTable(judged: Judgement, options: Options, hasDisk: boolean): string {
  const { kills, steps, fillings, shownIn, toldIn, sizes } = judged
  const killed = [...kills.values()].reduce((sum, one) => sum + one, 0)
  const { lasts, agents, callers, screens, pause } = options
  const rows: readonly (readonly [string, string])[] = [
    [
      'messages sent, shown, requests answered, tasks told',
      [judged.sent, judged.shown, judged.answered, judged.tasks].map(whole).join(', '),
    ],
    ...kinds.map((kind) => [kind, String(judged.faults.filter(({ what }) => what === kind).length)] as const),
    ['shown again, since their readers were killed before they settled', whole(judged.again)],
    ['kill -9', `${whole(killed)}: ${[...kills].map(([role, count]) => `${role} ${count}`).join(', ')}`],
    ['steps of the clock by an hour, with everything killed at once', String(steps)],
    [
      'the disk full to its last byte, and emptied',
      hasDisk ? `${fillings} times` : 'not tried: this system gives no small disk',
    ],
    [
      'sent until shown, p50 / p99, in the first fifth and in the last',
      `${pair(shownIn.first)}; ${pair(shownIn.last)}`,
    ],
    [
      'asked of the server until told, p50 / p99, in the first fifth and in the last',
      `${pair(toldIn.first)}; ${pair(toldIn.last)}`,
    ],
    ...sizes.map(
      ({ of, first, last }) =>
        [`${of}, in the first fifth and in the last`, `${size(first)}; ${size(last)}`] as const,
    ),
  ]
  const caption = `\`npm run soak -- --write\` wrote this table: ${Number((lasts / 60_000).toFixed(1))} minutes, ${agents} agents by hooks, \`wait\`, \`run\` and \`mcp\`, each of which writes about every ${pause / 1_000} s, ${screens} screens, \`serve\` with ${callers} callers, 2 patrols, on ${circumstances()}. The times are those of a busy machine, with readers killed all the time.`
  return [
    caption,
    '',
    '| what | outcome |',
    '| --- | --- |',
    ...rows.map(([what, outcome]) => `| ${what} | ${outcome} |`),
  ].join('\n')
}

/** The faults as a person reads them, the first of many. */
export function faultList({ faults }: Judgement): string {
  const listed = faults.slice(0, mostListed).map(({ what, detail }) => `${what}: ${detail}`)
  const more = faults.length - listed.length
  return [...listed, ...(more > 0 ? [`… and ${more} more`] : [])].join('\n')
}

function pair({ p50, p99, count }: Times): string {
  return count === 0 ? 'none' : `${whole(p50)} / ${whole(p99)} ms`
}

/** A role may have had no process that lived for long. */
function size(value: number): string {
  return Number.isNaN(value) ? '—' : value.toFixed(0)
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
