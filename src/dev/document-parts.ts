/** A document with each generated part put between its markers. @throws Error when a marker is missing */
export function withParts(document: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [text.indexOf(start), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`the document has no markers ${start} … ${end}`)
    return `${text.slice(0, from + start.length)}\n${part}\n${text.slice(to)}`
  }, document)
}
