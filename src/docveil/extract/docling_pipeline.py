"""Docling's PDF pipeline with each stage set explicitly: its own factories load plug-ins, and with them torch."""

from typing import Any

from docling.datamodel.pipeline_options import HeadingHierarchyOptions, ThreadedPdfPipelineOptions
from docling.models.stages.form_field.form_field_model import PdfFormFieldModel
from docling.models.stages.heading_hierarchy.heading_hierarchy_model import HeadingHierarchyModel
from docling.models.stages.reading_order.readingorder_model import ReadingOrderModel, ReadingOrderOptions
from docling.pipeline.standard_pdf_pipeline import StandardPdfPipeline

from docveil.artifacts.store import ArtifactStore
from docveil.extract.docling_assembly import PageAssembly
from docveil.extract.docling_heron_onnx import HeronOnnxLayoutModel
from docveil.extract.docling_layout import PicoDetLayoutModel, RegionModel
from docveil.extract.docling_reader import PassStage, ReaderStage
from docveil.extract.docling_tables import CellModel, SlanetTableModel


def pipeline_options() -> ThreadedPdfPipelineOptions:
    """Everything remote, external or enriching off; one page a batch, so that load cannot change what is batched.

    One page waits before each stage: more would be loaded long before their turn, and held in memory.
    """
    return ThreadedPdfPipelineOptions(
        enable_remote_services=False,
        allow_external_plugins=False,
        do_code_enrichment=False,
        do_formula_enrichment=False,
        do_picture_classification=False,
        do_picture_description=False,
        generate_page_images=False,
        generate_picture_images=False,
        generate_parsed_pages=False,
        ocr_batch_size=1,
        layout_batch_size=1,
        table_batch_size=1,
        queue_max_size=1,
        heading_hierarchy_options=HeadingHierarchyOptions(enabled=False),
    )


class ProfilePipeline(StandardPdfPipeline):
    """The stages of a profile: layout and table structure differ, everything else is the same.

    Args:
        options: From `pipeline_options`.
        store: The verified model files.
        threads: Threads of the model runtime.
    """

    def __init__(self, options: ThreadedPdfPipelineOptions, store: ArtifactStore, threads: int) -> None:
        self._store = store
        self._threads = threads
        super().__init__(options)

    def _init_models(self) -> None:
        self.keep_images = False
        self.keep_backend = False
        # Docling's stages in its order. Two have nothing to do: OCR is done where the words are read, since a page that
        # lies turned must be straightened before its layout is seen.
        self.preprocessing_model: Any = ReaderStage(self._store, self._threads)
        self.layout_model, self.table_model = _models(self._store, self._threads)
        self.ocr_model = PassStage()
        self.layout_postprocessing_model: Any = PassStage()
        self.form_field_model = PdfFormFieldModel(enabled=False)
        self.assemble_model: Any = PageAssembly()
        self.reading_order_model = _AsAssembled(options=ReadingOrderOptions())
        self.heading_hierarchy_model = HeadingHierarchyModel(options=self.pipeline_options.heading_hierarchy_options)
        self.enrichment_pipe = []


def _models(store: ArtifactStore, threads: int) -> tuple[RegionModel, CellModel]:
    """The layout and the table stage of the store's profile."""
    if store.profile == "heron":
        # Imported here: its libraries load torch.
        from docveil.extract.docling_heron import HeronLayoutModel, TableFormerModel  # noqa: PLC0415

        return HeronLayoutModel(store, threads), TableFormerModel(store, threads)
    tables = SlanetTableModel(store.file("tables"), threads)
    if store.profile == "heron-onnx":
        return HeronOnnxLayoutModel(store, threads), tables
    return PicoDetLayoutModel(store.file("layout"), threads), tables


class _AsAssembled(ReadingOrderModel):
    """Docling's document builder, without its reading order and its merging.

    The order of the assembly is kept. A block that runs over columns or pages stays two elements: joined, they would be one
    text with two boxes, and with a join that its own ranges do not describe.
    """

    def __init__(self, options: ReadingOrderOptions) -> None:
        super().__init__(options)
        self.ro_model: Any = _KeepOrder()


class _KeepOrder:
    def predict_reading_order(self, *, page_elements: list[Any], page_separators: Any = None) -> list[Any]:
        return page_elements

    def predict_to_captions(self, *, sorted_elements: Any) -> dict[int, list[int]]:
        return {}

    def predict_to_footnotes(self, *, sorted_elements: Any) -> dict[int, list[int]]:
        return {}

    def predict_merges(self, *, sorted_elements: Any) -> dict[int, list[int]]:
        return {}
