import { deadlockWords } from '../../../../domain/debates/deadlock.ts'
import { own } from '../../../../domain/own.ts'
import { sanitizeLine } from '../../../../domain/sanitize.ts'
import type { DebateValue } from '../../../../values/debates-schema.ts'
import type { TaskValue } from '../../../../values/tasks-schema.ts'
import { counted } from '../../../present.ts'
import { type Line, type Look, lineWidth, type Span, span, word } from '../../text/line.ts'
import { shortName } from '../../text/titles.ts'

const heads = new WeakMap<object, { readonly key: string; readonly lines: readonly Line[] }>()

/** The same lines as long as value and room are the same: they are asked for in every frame. */
function kept(value: object, columns: number, most: number, make: () => readonly Line[]): readonly Line[] {
  const key = `${columns} ${most}`
  const known = heads.get(value)
  if (known?.key === key) return known.lines
  const lines = make()
  heads.set(value, { key, lines })
  return lines
}

/** The positions, the round, and the possible answers now. */
export function debateHead(debate: DebateValue, columns: number, most: number): readonly Line[] {
  return kept(debate, columns, most, () => {
    const names = participantNames(debate.participants)
    const stances = flowed(
      '',
      debate.participants.map((who, at) => stanceOf(debate, who, names[at] ?? who)),
      ' · ',
      columns,
    )
    const answers =
      debate.allowed.length === 0
        ? []
        : flowed(
            'answer with ',
            debate.allowed.map((kind): Line => [word(kind, 'accent')]),
            ', ',
            columns,
          )
    // Only this shows the positions; the form also shows the possible answers.
    const room = Math.max(1, most - 1)
    const shown = shortened(stances, room)
    const left = room - shown.length
    return [verdictLine(debate), ...shown, ...(left > 0 ? shortened(answers, left) : [])]
  })
}

/** Names without their swarms, where they stay distinct. */
function participantNames(participants: readonly string[]): readonly string[] {
  const short = participants.map(shortName)
  return new Set(short).size === short.length ? short : participants
}

function verdictLine(debate: DebateValue): Line {
  const { rounds, mostRounds, agreement, deadlockReason, consensus, forced } = debate
  const share = `${Math.round(agreement * 100)}% agree`
  const [text, look]: readonly [string, Look] = consensus
    ? [forced ? 'decided by directive' : 'consensus', 'bold']
    : deadlockReason !== null
      ? [deadlockWords(deadlockReason, rounds), 'urgent']
      : ['open', 'plain']
  return [word(' '), word(text, look), word(` · round ${rounds}/${mostRounds} · ${share}`, 'dim')]
}

const stanceLooks: Readonly<Record<string, Look>> = { counter: 'bold' }

function stanceOf({ stances }: DebateValue, who: string, name: string): Line {
  const stance = stances[who] ?? null
  const look = stance === null ? 'dim' : (own(stanceLooks, stance) ?? 'plain')
  return [span(sanitizeLine(name), 'person'), word(': '), word(stance ?? 'silent', look)]
}

/** Its owner, its workers, and its state. */
export function taskHead(task: TaskValue, columns: number, most: number): readonly Line[] {
  return kept(task, columns, most, () => {
    const { id, status, messages, owner, contributors } = task
    const others = contributors.filter((one) => one !== owner)
    const look: Look = status === 'completed' ? 'dim' : status === 'breakpoint' ? 'urgent' : 'bold'
    return [
      [
        word(' task ', 'dim'),
        span(sanitizeLine(id)),
        word(' · ', 'dim'),
        word(status, look),
        word(` · ${counted(messages, 'message')}`, 'dim'),
      ],
      ...shortened(flowed('owner ', [[span(sanitizeLine(owner))]], '', columns), 1),
      ...(others.length === 0
        ? []
        : shortened(
            flowed(
              'with ',
              others.map((one): Line => [span(sanitizeLine(one))]),
              ', ',
              columns,
            ),
            2,
          )),
      ...(task.agents.length === 0
        ? []
        : shortened(
            flowed(
              'wrote ',
              task.agents.map((one): Line => [span(sanitizeLine(one))]),
              ', ',
              columns,
            ),
            2,
          )),
    ]
  })
}

/** Pieces one behind the other, none of them broken, on as many lines as it takes. */
function flowed(label: string, pieces: readonly Line[], between: string, columns: number): readonly Line[] {
  const indent = word(' '.repeat(label.length + 1))
  const lines: Span[][] = [[word(` ${label}`, 'dim')]]
  for (const [at, piece] of pieces.entries()) {
    const end = at === pieces.length - 1 ? [] : [word(between, 'dim')]
    const line = lines.at(-1) ?? []
    const isFirst = line.length === 1
    if (!isFirst && lineWidth(line) + lineWidth(piece) + between.trimEnd().length > columns)
      lines.push([indent, ...piece, ...end])
    else line.push(...piece, ...end)
  }
  return lines
}

function shortened(lines: readonly Line[], most: number): readonly Line[] {
  if (lines.length <= most) return lines
  const more = word(' …', 'dim')
  return lines.slice(0, most).map((line, at) => (at === most - 1 ? [...line, more] : line))
}
