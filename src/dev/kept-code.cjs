'use strict'
const fs = require('node:fs')

/** Several versions of Node, or several installations, may be in use by turns. */
const keptBuilds = 4
/** A digest and a version of Node, as the launcher names it; what else lies there is not ours. */
const ofBuild = /^(?:gone-)?[0-9a-f]{16}-v\d/

/** Keeps V8's code of new scripts, each by its file; `builds` is the folder of all builds where one may be too many. */
module.exports = (scripts, builds) => {
  try {
    for (const [file, script] of scripts) {
      fs.writeFileSync(`${file}.${process.pid}`, script.createCachedData(), { mode: 0o600 })
      fs.renameSync(`${file}.${process.pid}`, file)
    }
    if (builds !== null) removeOld(builds)
  } catch {
    // The next start is slower, that is all.
  }
}

/** Old builds are renamed first, so that nobody finds half of one. Who dies here leaves the rest to the next one. */
function removeOld(folder) {
  const names = fs.readdirSync(folder).filter((name) => ofBuild.test(name))
  const madeAt = new Map(names.map((name) => [name, fs.statSync(`${folder}/${name}`).mtimeMs]))
  const builds = names.filter((name) => !name.startsWith('gone-'))
  const old = builds.sort((one, other) => madeAt.get(other) - madeAt.get(one)).slice(keptBuilds)
  for (const name of old) fs.renameSync(`${folder}/${name}`, `${folder}/gone-${name}`)
  for (const name of fs.readdirSync(folder))
    if (name.startsWith('gone-') && ofBuild.test(name))
      fs.rmSync(`${folder}/${name}`, { recursive: true, force: true })
}
