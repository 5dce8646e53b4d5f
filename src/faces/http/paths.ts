import type { Face } from './face.ts'
import type { Route } from './route.ts'

/** The face that answers an address, by the longest prefix that fits, and the path within that prefix. */
export function placeOf(faces: readonly Face[], url: string): { readonly face: Face; readonly path: string } {
  const [path = ''] = url.split('?')
  const places = faces.flatMap((face) => face.prefixes.map((prefix) => ({ face, prefix })))
  const fitting = places.filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  const [place] = fitting.toSorted((one, other) => other.prefix.length - one.prefix.length)
  const { face, prefix } = place ?? { face: faces[0] as Face, prefix: '' }
  return { face, path: path.slice(prefix.length) || '/' }
}

/** The methods that a path of a face answers; none for an unknown path. Each `GET` answers `HEAD` as well. */
export function methodsAt({ routes }: Face, path: string): readonly string[] {
  return routes
    .filter((route) => fits(route, path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}

/** A part of a route that begins with a colon stands for any text. */
function fits({ path }: Route, asked: string): boolean {
  const [parts, given] = [path.split('/'), asked.split('/')]
  return (
    parts.length === given.length &&
    parts.every((part, at) => (part.startsWith(':') ? given[at] !== '' : part === given[at]))
  )
}
