"""What all papers share: fonts, the PDF sheet, the workbook of one sheet."""
