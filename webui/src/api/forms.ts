/** Forms with files travel as `multipart/form-data`; the generated client types a body by its fields. */

type Part = string | Blob | null | undefined;

/** The values as a form. RTK Query hands it to `fetch` as it is, which names the boundary itself. */
export function asForm<Fields extends object>(values: Fields): Fields {
  const form = new FormData();
  for (const [name, value] of Object.entries(values) as [string, Part][]) {
    if (value !== null && value !== undefined) form.append(name, value);
  }
  return form as unknown as Fields;
}
