import { isElsewhere } from '../../domain/errors.ts'
import type { Context } from '../../services/context.ts'
import { gather, storeGathered } from '../../services/together.ts'
import { errorValue } from './exit.ts'
import { jsonLine } from './json.ts'
import { writeOut } from './output.ts'

/** The most lines stored together, and the longest time for it, ms: other writers wait for it. */
const mostTogether = 64
const longestTogether = 5

/** The answers of a batch in the order of its lines. Lines that are stored together are answered once they are. */
export type Answers = {
  /** Stores the changes of the following lines together. */
  readonly gather: (context: Context) => void
  readonly isGathering: () => boolean
  /** `again` carries the line out once more, for a store that was replaced before it was stored there. */
  readonly add: (line: string, isGood: boolean, again?: () => Promise<string>) => Promise<void>
  /** Stores what was gathered. The answers that are now due. @throws where it could not be stored; the answers say so */
  readonly store: () => Promise<string>
  /** Stores what was gathered, and writes the answers. */
  readonly leave: () => Promise<void>
  readonly failed: () => number
}

type Due = {
  readonly line: string
  readonly isGood: boolean
  readonly again: (() => Promise<string>) | undefined
}

export function openAnswers(): Answers {
  let gathering: Context | null = null
  let begun = 0
  let lines: Due[] = []
  let failed = 0

  async function store(): Promise<string> {
    const [gathered, due] = [gathering, lines]
    gathering = null
    lines = []
    try {
      if (gathered !== null) await storeGathered(gathered)
      return due.map(({ line }) => line).join('')
    } catch (error) {
      if (isElsewhere(error)) return (await allAgain(due)).join('')
      failed += due.filter(({ isGood }) => isGood).length
      const refused = jsonLine({ ok: false, ...errorValue(error) })
      writeOut(due.map(({ line, isGood }) => (isGood ? refused : line)).join(''))
      throw error
    }
  }

  async function allAgain(due: readonly Due[]): Promise<readonly string[]> {
    const answers: string[] = []
    for (const { line, isGood, again } of due)
      answers.push(
        again === undefined
          ? line
          : await again().catch((error: unknown) => {
              if (isGood) failed += 1
              return jsonLine({ ok: false, ...errorValue(error) })
            }),
      )
    return answers
  }

  async function leave(): Promise<void> {
    const due = await store().catch(() => '')
    if (due !== '') writeOut(due)
  }

  return {
    gather(given) {
      if (gathering !== null) return
      gather(given)
      gathering = given
      begun = performance.now()
    },
    isGathering: () => gathering !== null,
    async add(line, isGood, again) {
      lines.push({ line, isGood, again })
      if (!isGood) failed += 1
      const isFull = lines.length >= mostTogether || performance.now() - begun > longestTogether
      if (gathering === null || isFull) await leave()
    },
    store,
    leave,
    failed: () => failed,
  }
}
