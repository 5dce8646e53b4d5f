import { Transform } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'

/**
 * Passes a stream on line by line.
 * @param change gives the line to pass on, or `null` for none
 */
export function eachLine(change: (line: string) => string | null): Transform {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const [first = '', ...more] = decoder.write(chunk).split('\n')
      pieces.push(first)
      for (const next of more) {
        const line = pieces.join('')
        pieces = [next]
        const changed = line.trim() === '' ? null : change(line)
        if (changed !== null) this.push(`${changed}\n`)
      }
      done()
    },
  })
}
