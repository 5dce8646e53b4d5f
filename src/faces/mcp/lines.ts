import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

export type LineReader = {
  /** Gives the line to pass on, or `null` for none. */
  readonly change: (line: string) => string | null
  /** The characters that a line may have. */
  readonly longest: number
  /** Is called once for each line that has more. Nothing of it is kept or passed on. */
  readonly refuse: () => void
}

/** Passes a stream on line by line. */
export function eachLine({ change, longest, refuse }: LineReader): Transform {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  let length = 0
  const add = (piece: string): void => {
    const wasShort = length <= longest
    length += piece.length
    if (length <= longest) return void pieces.push(piece)
    pieces = []
    if (wasShort) refuse()
  }
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const [first = '', ...more] = decoder.write(chunk).split('\n')
      add(first)
      for (const next of more) {
        const line = pieces.join('')
        pieces = []
        length = 0
        add(next)
        const changed = line.trim() === '' ? null : change(line)
        if (changed !== null) this.push(`${changed}\n`)
      }
      done()
    },
  })
}
